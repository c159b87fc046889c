import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'

/** On every page of a tab that has drafts they go with a sign-out elsewhere; what that takes is loaded only there. */
export function followDrafts(): void {
  if (mayHaveDrafts()) void ifLoaded(import('./drafts'), ({ followTabs }) => followTabs())
}

function mayHaveDrafts(): boolean {
  try {
    return 'foyer-drafts' in sessionStorage
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
