import { watchBuild } from '@/lib/browser/builds/watch'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { watchErrors } from '@/lib/browser/errors/watch'
import { startNavigation } from '@/lib/browser/http/navigation'
import { watchDrafts } from '@/lib/browser/notes/draft-watch'
import { isSignOutPending } from '@/lib/browser/site-data'

watchErrors()
watchBuild()
watchDrafts()
// Finishes a sign-out that IndexedDB held up.
if (isSignOutPending())
  void ifLoaded(import('@/lib/browser/identity/stores'), ({ clearStores }) => clearStores())

/** Next calls this when a client-side navigation starts. */
export const onRouterTransitionStart = startNavigation
