import 'client-only'
import { observable } from '@/lib/browser/observable'

/** Why a signed-in page hides its content; null if it shows it. `unchecked`: as it was left, so Back never flashes it. */
type Cover = 'unchecked' | 'unknown' | 'signed-out' | null

/** For `useSyncExternalStore`. */
export const coverState = observable<Cover>(null)

/** Hides the content immediately and shows why, or reveals it again. */
export function coverPage(why: Cover): void {
  if (why) document.documentElement.dataset.session = 'unchecked'
  else delete document.documentElement.dataset.session
  coverState.set(why)
}
