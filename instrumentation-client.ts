import { watchBuild } from '@/lib/browser/builds/watch'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { watchErrors } from '@/lib/browser/errors/watch'
import { startNavigation } from '@/lib/browser/http/navigation'
import * as rooms from '@/lib/browser/rooms'
import { isSignOutPending } from '@/lib/browser/site-data'

watchErrors()
watchBuild()
for (const { start } of Object.values<{ start: () => void }>(rooms)) start()
// Finishes a sign-out that IndexedDB held up.
if (isSignOutPending())
  void ifLoaded(import('@/lib/browser/identity/stores'), ({ clearStores }) => clearStores())

/** Next calls this when a client-side navigation starts. */
export const onRouterTransitionStart = startNavigation
