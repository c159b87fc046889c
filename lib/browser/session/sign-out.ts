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
 * What a person does who signs out: ends the session on the server, tells all tabs, which forget what was typed, and has
 * the SDK forget its user (ASVS 14.3.1). False if the server could not be told: then they are still signed in and have to
 * know, and all is kept. What is to end before, such as all other sessions, has to say that it has.
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

/** Whether this page ends its session itself, and will lead on: what else it hears of that end is no news. */
export function isPageLeaving(): boolean {
  return isLeaving
}

let isLeaving = false

/** Does what ends the session of this page. If it has not come to that the page heeds its session again. */
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

/** Leaves nothing of the person in this browser but what the SDK has, once the server knows. */
export function leave(event: 'signed-out' | 'deleted'): void {
  tryStorage(() => {
    const count = Number(localStorage.getItem(signOutsKey)) + 1
    localStorage.setItem(signOutsKey, String(count))
  })
  forgetPersonal()
  broadcast(event)
}
