import { watchBuild } from '@/lib/browser/build-watch'
import { watchErrors } from '@/lib/browser/error-watch'
import { beginNavigation } from '@/lib/browser/navigation'

watchErrors()
watchBuild()

/** Next's word for the beginning of a navigation without a document. */
export const onRouterTransitionStart = beginNavigation
