import 'client-only'
/**
 * Ends the session in this browser. First on the server: if it can't be reached, nothing changes. Then covers the page, then
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
import type { LoginNotice } from '@/lib/site/login-notice'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes, type SitePath } from '@/lib/site/routes'
import { coverPage, hidePage } from './cover'
import { setHint } from './hint'
import { forgetLastUsedMethod } from './last-used'
import { forgetPostedToken, tokenSyncUrl } from './sign-in'
import { broadcast, type SessionEvent } from './tabs'

/** `signed-out` and `deleted`: by the user; `ended`: any other way. */
type Ending = Exclude<SessionEvent, 'signed-in'>

/** What each ending clears immediately, in this order. `ended` keeps drafts for the same user. */
const cleanupSteps: Record<Ending, readonly (() => void)[]> = {
  'signed-out': [coverEnded, countSignOut, forgetPersonal],
  deleted: [coverEnded, countSignOut, forgetPersonal, forgetLastUsedMethod],
  ended: [],
}

/** Clears this browser's data for this ending, and broadcasts it to the other tabs. */
export function clearAfter(ending: Ending): void {
  for (const clear of cleanupSteps[ending]) clear()
  setHint(false)
  broadcast(ending)
}

/** Shown when signing out failed. */
export const signOutFailed =
  'We couldn’t reach the server, so you’re still signed in. Check your connection and try again.'

/**
 * Signs out and removes all data of the user from this browser (ASVS 14.3.1). False if the server couldn't be reached:
 * they're still signed in. `endBefore` can veto, e.g. if ending all other sessions fails.
 */
export function signOut(
  config: PublicConfig,
  endBefore: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  return whileLeaving(async () => (await endBefore()) && endWithLock(config, 'signed-out'), Boolean)
}

/** Ends the session so the same user can sign in again. False as in `signOut`. */
export function endForNewSignIn(config: PublicConfig): Promise<boolean> {
  return endWithLock(config, 'ended')
}

async function endWithLock(config: PublicConfig, ending: Exclude<Ending, 'deleted'>): Promise<boolean> {
  const hasEnded = await withSessionLock(() => endHere(config, ending))
  if (hasEnded) await forgetStoredUser(config)
  return hasEnded
}

/** Ends the session of an open page after the provider revoked the user. False as in `signOut`. */
export async function endRevoked(config: PublicConfig): Promise<boolean> {
  if (!(await endHere(config, 'ended'))) return false
  coverEnded()
  // The SDK keeps its user on some responses that mean revocation.
  await forgetStoredUser(config)
  return true
}

/** Clears this browser after the server has deleted the account and its sessions. */
export async function endDeleted(config: PublicConfig): Promise<void> {
  clearAfter('deleted')
  await forgetStoredUser(config)
}

/** Ends the session on the server, then clears this browser. False as in `signOut`. */
export async function endHere(config: PublicConfig, ending: Exclude<Ending, 'deleted'>): Promise<boolean> {
  if (!(await closeSession(config.tokenSync))) return false
  clearAfter(ending)
  return true
}

/** Ends the session on the server. False if the server couldn't be reached: the user is still signed in. */
export async function closeSession(settings: PublicConfig['tokenSync']): Promise<boolean> {
  const url = tokenSyncUrl(settings)
  if (!url) return true
  const signal = AbortSignal.timeout(15_000)
  const response = await nullIfNoResponse(fetch(url, { method: 'DELETE', signal }))
  if (response?.ok) forgetPostedToken()
  return response?.ok ?? false
}

/**
 * Removes the stored user: first through the SDK, then whatever is left in its stores. Takes three seconds at most: if
 * IndexedDB doesn't respond, the next page finishes before it reads a user.
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

/** Leaves the page after the session ended in another tab, which has cleared everything. */
export function leaveAfter(ending: Ending): void {
  leaveCovered(exitPaths[ending]())
}

const exitPaths: Record<Ending, () => SitePath> = {
  'signed-out': () => loginFromHere('signed-out-elsewhere'),
  ended: () => loginFromHere('ended'),
  deleted: () => routes.accountDeleted,
}

/** Leaves for the sign-in form, which shows the notice and leads back here. */
export function leaveToSignIn(notice: LoginNotice): void {
  leaveCovered(loginFromHere(notice))
}

/** Reloads: the server knows where to send a visitor with another session. */
export function leaveToServer(): void {
  hidePage()
  location.reload()
}

/** Covers first, as twenty tabs loading together take a while. Aborts pending navigation. */
function leaveCovered(path: SitePath): void {
  coverEnded()
  location.replace(path)
}

function loginFromHere(notice: LoginNotice): SitePath {
  return routes.loginThen(safeReturnPath(location.pathname + location.search), notice)
}

function coverEnded(): void {
  coverPage('signed-out')
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
