import 'client-only'
/**
 * Ends the session in this browser. First on the server: if it can't be reached, nothing changes. Then covers the page and
 * clears the user's data. The SDK's user is last, as that may take seconds.
 */
import { nullIfNoResponse } from '@/lib/browser/http/response'
import type { IdentityClient } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import {
  clearStores,
  markSignOutPending,
  maxClearMs,
  tolerateStorageErrors,
} from '@/lib/browser/identity/stores'
import { forgetPersonal, signOutsKey, tryStorage, withLock } from '@/lib/browser/site-data'
import type { PublicConfig } from '@/lib/config/config'
import { coverPage } from './cover'
import { forgetCreated } from './created-here'
import { forgetLastUsedMethod } from './last-used'
import { broadcast, isSignOut, type SessionEvent, sessionState } from './session'
import { tokenSyncUrl } from './sign-in'

/** Shown when signing out failed. */
export const signOutFailed =
  'We couldn’t reach the server, so you’re still signed in. Check your connection and try again.'

/**
 * Ends this browser's session: `signed-out` by the user, which removes all their data from this browser (ASVS 14.3.1), or
 * `ended` in another way, so the same user can go on after signing in again. False if the server couldn't be reached:
 * they're still signed in. `endBefore` can veto, e.g. if ending all other sessions fails.
 */
export function endSession(
  config: PublicConfig,
  ending: 'signed-out' | 'ended',
  endBefore: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  return whileLeaving(async () => {
    const hasEnded = (await endBefore()) && (await withSessionLock(() => closeSession(config.tokenSync)))
    if (!hasEnded) return false
    clearAfter(ending)
    await forgetStoredUser(config)
    return true
  }, Boolean)
}

/** Ends the session on the server. False if the server couldn't be reached: the user is still signed in. */
export async function closeSession(settings: PublicConfig['tokenSync']): Promise<boolean> {
  const url = tokenSyncUrl(settings)
  if (!url) return true
  const signal = AbortSignal.timeout(15_000)
  const response = await nullIfNoResponse(fetch(url, { method: 'DELETE', signal }))
  return response?.ok ?? false
}

/** Clears this browser after the server has deleted the account and its sessions. */
export async function endDeleted(config: PublicConfig): Promise<void> {
  clearAfter('deleted')
  await forgetStoredUser(config)
}

/** Clears this browser's data for this ending, and broadcasts it to the other tabs. `ended` keeps drafts for the same user. */
export function clearAfter(ending: Exclude<SessionEvent, 'signed-in'>): void {
  if (isSignOut(ending)) {
    coverPage('signed-out')
    countSignOut()
    forgetPersonal()
  }
  if (ending === 'deleted') {
    forgetLastUsedMethod()
    forgetCreated()
  }
  broadcast(ending)
  sessionState.publish({ signedIn: false })
}

/**
 * Removes the stored user: first through the SDK, which keeps it on some responses that mean revocation, then whatever is
 * left in its stores. Takes three seconds at most: if IndexedDB doesn't respond, the next page finishes before it reads a
 * user.
 */
async function forgetStoredUser(config: PublicConfig): Promise<void> {
  markSignOutPending()
  const signOut = async (client: IdentityClient) => {
    await tolerateStorageErrors(() => client.signOut())
    return { status: 'done', value: undefined } as const
  }
  await callIdentity(config, signOut, { limitMs: maxClearMs })
  await clearStores()
}

/** Lets a tab that was asleep know that its data is outdated. */
function countSignOut(): void {
  tryStorage(({ local }) => {
    const count = Number(local.getItem(signOutsKey)) + 1
    local.setItem(signOutsKey, String(count))
  })
}

/** Whether this page is ending its own session and will navigate: it ignores other end events. */
export function isPageLeaving(): boolean {
  return isLeaving
}

let isLeaving = false

/** Runs work that ends this page's session. If it fails, the page watches its session again. */
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

const lockName = 'foyer-session'
const maxLockWaitMs = 5_000

/**
 * Serializes session changes across tabs. `hasWaited`: another tab went first. Without Web Locks, or when a
 * tab holds the lock too long, runs anyway: the server copes with two.
 */
export async function withSessionLock<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const immediate = await withLock(lockName, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : null,
  )
  if (!immediate) return work(false)
  if (immediate.result) return immediate.result.result
  const signal = AbortSignal.timeout(maxLockWaitMs)
  const afterWait = await withLock(lockName, { signal }, () => work(true))
  return afterWait ? afterWait.result : work(true)
}
