import 'client-only'
import { forgetStoredUser } from '@/lib/browser/identity/forget'
import type { PublicConfig } from '@/lib/config/config'
import { endSession } from './session-end'
import { withSessionLock } from './token-sync'

/** Shown when signing out failed. */
export const stillSignedIn =
  'We couldn’t reach the server, so you’re still signed in. Check your connection and try again.'

/**
 * Ends the session on the server, then clears the user's data in all tabs and the SDK (ASVS 14.3.1). False if
 * the server couldn't be reached: they're still signed in and nothing is cleared. `endBefore` can veto, e.g.
 * to end all other sessions first.
 */
export async function signOut(
  config: PublicConfig,
  endBefore: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  return whileLeaving(async () => {
    const isOut = (await endBefore()) && (await withSessionLock(() => endSession(config, 'signed-out')))
    if (isOut) await forgetStoredUser(config)
    return isOut
  }, Boolean)
}

/** Whether this page is ending its own session and will navigate itself: other end events are ignored. */
export function isPageLeaving(): boolean {
  return isLeaving
}

let isLeaving = false

/** Runs work that ends this page's session. On failure the page resumes following its session. */
export async function whileLeaving<T>(work: () => Promise<T>, hasEnded: (result: T) => boolean): Promise<T> {
  const stay = () => {
    isLeaving = false
  }
  isLeaving = true
  // A page restored by Back is no longer leaving.
  window.addEventListener('pagehide', stay, { once: true })
  let isOver = false
  try {
    const result = await work()
    isOver = hasEnded(result)
    return result
  } finally {
    if (!isOver) stay()
  }
}

/** Ends the session so the same user can sign in again; drafts are kept. False as in `signOut`. */
export async function endForNewSignIn(config: PublicConfig): Promise<boolean> {
  const isOut = await withSessionLock(() => endSession(config, 'ended'))
  if (isOut) await forgetStoredUser(config)
  return isOut
}
