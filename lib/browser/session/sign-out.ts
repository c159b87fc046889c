import 'client-only'
import { forgetStoredUser } from '@/lib/browser/identity/identity'
import { forgetPersonal, signOutsKey, tryStorage } from '@/lib/browser/storage'
import type { PublicConfig } from '@/lib/config/config'
import { broadcast, type SessionEvent } from './tabs'
import { closeSession, withSessionLock } from './token-sync'

/** What to say to whoever could not be signed out. */
export const stillSignedIn =
  'You are still signed in: this site did not answer. Check your connection and try again.'

/**
 * Signs out: ends the session on the server, then forgets the person in all tabs and in the SDK (ASVS 14.3.1). False if the
 * server could not be told: then they are still signed in, and all is kept. `endBefore` may veto it, as by ending all other
 * sessions first.
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

/** Whether this page is ending its session and leads on by itself: whatever else tells of that end is ignored. */
export function isPageLeaving(): boolean {
  return isLeaving
}

let isLeaving = false

/** Does what ends the session of this page. If it fails the page follows its session again. */
export async function whileLeaving<T>(work: () => Promise<T>, hasEnded: (result: T) => boolean): Promise<T> {
  const stay = () => {
    isLeaving = false
  }
  isLeaving = true
  // A page that Back brings again is not leaving any more.
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

/** Ends the session for a new sign-in of the same person, whose drafts wait for them. False as above. */
export async function endForNewSignIn(config: PublicConfig): Promise<boolean> {
  const isOut = await withSessionLock(() => endSession(config, 'ended'))
  if (isOut) await forgetStoredUser(config)
  return isOut
}

/** Ends the session on the server and tells all tabs; false if the server could not be told. */
export async function endSession(
  config: PublicConfig,
  event: Extract<SessionEvent, 'signed-out' | 'ended'>,
): Promise<boolean> {
  if (!(await closeSession(config.tokenSync))) return false
  if (event === 'ended') broadcast(event)
  else leave(event)
  return true
}

/** Forgets the person in all tabs, but for what the SDK has. */
export function leave(event: 'signed-out' | 'deleted'): void {
  tryStorage(() => {
    const count = Number(localStorage.getItem(signOutsKey)) + 1
    localStorage.setItem(signOutsKey, String(count))
  })
  forgetPersonal()
  broadcast(event)
}
