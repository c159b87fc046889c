import { watchBuild } from '@/lib/browser/builds/watch'
import { watchErrors } from '@/lib/browser/errors/watch'
import { beginNavigation } from '@/lib/browser/http/navigation'
import { watchDrafts } from '@/lib/browser/notes/draft-watch'

watchErrors()
watchBuild()
watchDrafts()

/** Next's word for the beginning of a navigation without a document. */
export const onRouterTransitionStart = beginNavigation
