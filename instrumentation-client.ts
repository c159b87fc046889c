import { watchBuild } from '@/lib/browser/builds/watch'
import { watchErrors } from '@/lib/browser/errors/watch'
import { beginNavigation } from '@/lib/browser/http/navigation'
import { watchClearing } from '@/lib/browser/identity/clearing-watch'
import { watchDrafts } from '@/lib/browser/notes/draft-watch'

watchErrors()
watchBuild()
watchDrafts()
watchClearing()

/** Next calls this when a client-side navigation starts. */
export const onRouterTransitionStart = beginNavigation
