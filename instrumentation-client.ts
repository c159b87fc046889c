import { watchBuild } from '@/lib/browser/builds/watch'
import { watchErrors } from '@/lib/browser/errors/watch'
import { beginNavigation } from '@/lib/browser/http/navigation'
import { watchDrafts } from '@/lib/browser/notes/draft-watch'

watchErrors()
watchBuild()
watchDrafts()

/** Next calls this when a client-side navigation starts. */
export const onRouterTransitionStart = beginNavigation
