import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'

/** This one is named, and keeps to the rules. */
export function dropDrafts(): void {
  tryStorage(({ session }) => session.removeItem('foyer-drafts'))
}
