import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { isSignOutPending } from '@/lib/browser/site-data'

/** Finishes a sign-out that IndexedDB held up. Runs on every page; its code loads only when needed. */
export function finishPendingSignOut(): void {
  if (isSignOutPending()) void ifLoaded(import('./stores'), ({ clearStores }) => clearStores())
}
