import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { personal, tryStorage } from '@/lib/browser/site-data'

/** Announces this tab's drafts to other tabs. Loads the code only if there are drafts. */
export function start(): void {
  if (tryStorage(({ session }) => personal.drafts in session))
    void ifLoaded(import('./drafts'), ({ announceDrafts }) => announceDrafts())
}
