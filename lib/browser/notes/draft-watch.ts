import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { tryStorage } from '@/lib/browser/storage'

/** On every page of a tab that has drafts they go with a sign-out elsewhere; what that takes is loaded only there. */
export function followDrafts(): void {
  if (mayHaveDrafts()) void ifLoaded(import('./drafts'), ({ followTabs }) => followTabs())
}

function mayHaveDrafts(): boolean {
  return tryStorage(() => 'foyer-drafts' in sessionStorage) ?? false
}
