import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { isSignOutPending } from '@/lib/browser/site-data'

/** Finishes a sign-out that IndexedDB kept waiting. Every page runs this; the code for it loads only when needed. */
export function finishPendingSignOut(): void {
  if (isSignOutPending()) void ifLoaded(import('./stores'), ({ clearStores }) => clearStores())
}
