import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { personal, tryStorage } from '@/lib/browser/storage'

/** On every page of a tab that has drafts the other tabs know of them; what that takes is loaded only there. */
export function watchDrafts(): void {
  if (tryStorage(() => personal.drafts in sessionStorage))
    void ifLoaded(import('./drafts'), ({ announceDrafts }) => announceDrafts())
}
