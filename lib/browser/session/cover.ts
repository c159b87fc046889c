import 'client-only'
import { observable } from '@/lib/browser/observable'

/** What a signed-in page shows instead of its content while its session is unknown or has ended. */

/** Why the page is covered; null if it isn't. */
type Cover = 'unknown' | 'signed-out' | null

/** For `useSyncExternalStore`. */
export const coverState = observable<Cover>(null)

/** Hides the content immediately and shows why. */
export function coverPage(why: Cover): void {
  hidePage()
  coverState.set(why)
}

/** Also on pagehide, so Back never flashes the content of an ended session. */
export function hidePage(): void {
  document.documentElement.dataset.session = 'unchecked'
}

export function revealPage(): void {
  delete document.documentElement.dataset.session
  coverState.set(null)
}

export function isPageHidden(): boolean {
  return document.documentElement.dataset.session === 'unchecked'
}
