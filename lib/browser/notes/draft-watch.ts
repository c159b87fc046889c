import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { personal, tryStorage } from '@/lib/browser/storage'

/** Lets other tabs know this one has drafts. Every page runs this; the code for it loads only when needed. */
export function watchDrafts(): void {
  if (tryStorage(() => personal.drafts in sessionStorage))
    void ifLoaded(import('./drafts'), ({ announceDrafts }) => announceDrafts())
}
