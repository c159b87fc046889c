import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { personal, tryStorage } from '@/lib/browser/site-data'

/** Lets other tabs know this one has drafts. Every page runs this; the code for it loads only when needed. */
export function watchDrafts(): void {
  if (tryStorage(({ session }) => personal.drafts in session))
    void ifLoaded(import('./drafts'), ({ announceDrafts }) => announceDrafts())
}
