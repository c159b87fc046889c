import 'client-only'
import { isRevocation, type Revocation } from '@/lib/browser/identity/fault'
import { freshToken, unreachableCodes } from '@/lib/browser/identity/identity'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { LoginNotice } from '@/lib/site/login-notice'
import { routes, type SitePath } from '@/lib/site/routes'
import { endHere, withSessionLock } from './ending'
import { sessionState } from './session'
import { pathAfterSignIn, signInAgain, syncToken, type TokenSync } from './sign-in'
import { watchTabs } from './tabs'

/**
 * The result of a renewal. `isSecured`: another person had used the account, and what they put there was removed. `ended`: the identity provider revoked the user. `refused`: by our server. `absent`: no stored
 * user in this browser, which says nothing about a live session. `unreachable`: no decision, nothing changed.
 * `isOffline`: there was no response at all. `retryAfterSeconds`: the server's retry delay, if any.
 */
export type Renewal =
  | { status: 'renewed'; isSecured?: true }
  | { status: 'absent' }
  | { status: 'unreachable'; isOffline: boolean; retryAfterSeconds: number | null }
  | { status: 'ended'; notice: LoginNotice }
  | { status: 'refused'; code: string }

/**
 * Renews the session with a freshly issued token. One tab at a time where Web Locks exist; a tab that waited
 * and finds the session renewed is done.
 */
export function renewSession(config: PublicConfig): Promise<Renewal> {
  running ??= withSessionLock((hasWaited) => renewOnce(config, hasWaited)).finally(() => {
    running = null
  })
  return running
}

let running: Promise<Renewal> | null = null

/** After this, signing in is faster than waiting. */
const maxWaitMs = 10_000

/**
 * Renews an expired session and returns where to go next: onward, or the sign-in form with a reason. Null if
 * no server could be reached: nothing has changed, so the visitor decides.
 */
export async function refreshSilently(config: PublicConfig, next: SitePath): Promise<SitePath | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), maxWaitMs))
  const renewal = await Promise.race([renewSession(config), timeout])
  if (!renewal) return routes.loginThen(next, 'expired')
  if (renewal.status === 'unreachable') return null
  if (renewal.status === 'renewed') return pathAfterSignIn(renewal, next)
  if (renewal.status === 'ended') {
    await endHere(config, 'ended')
    return routes.loginThen(next, renewal.notice)
  }
  const isRevoked = renewal.status === 'refused' && renewal.code === 'session-revoked'
  return routes.loginThen(next, isRevoked ? 'ended' : 'expired')
}

/** The sign-in form's notice for a revocation (S60). */
export function noticeOf(revocation: Revocation): LoginNotice {
  return revocation === 'user-disabled' ? 'disabled' : 'ended'
}

/** A concurrent sign-out in another tab wins: a token must not create a session again. */
async function renewOnce(config: PublicConfig, hasWaited: boolean): Promise<Renewal> {
  let isSignedOut = false
  const stop = watchTabs((event) => {
    if (event !== 'signed-in') isSignedOut = true
  })
  try {
    if (hasWaited && (await isRenewed())) return { status: 'renewed' }
    const outcome = await freshToken(config)
    if (outcome.status === 'failed') return renewalForError(outcome.code)
    if (isSignedOut) return { status: 'absent' }
    const sync = await syncToken({ token: outcome.value, settings: config.tokenSync, purpose: 'renewal' })
    if (sync.status !== 'secured') return describeSync(sync)
    return isSignedOut ? { status: 'absent' } : await signInSecured(config, sync.customToken)
  } finally {
    stop()
  }
}

async function isRenewed(): Promise<boolean> {
  const state = await sessionState.refresh()
  return state?.signedIn === true && !state.needsRenewal
}

function renewalForError(code: IdentityErrorCode): Renewal {
  if (isRevocation(code)) return { status: 'ended', notice: noticeOf(code) }
  if (!unreachableCodes.includes(code)) return { status: 'absent' }
  return { status: 'unreachable', isOffline: code === 'network-request-failed', retryAfterSeconds: null }
}

/** This renewal has proved the address of an account that another person had used, which ended the session, too. */
async function signInSecured(config: PublicConfig, customToken: string | null): Promise<Renewal> {
  const outcome = await signInAgain(config, customToken)
  return outcome.status === 'signed-in'
    ? { status: 'renewed', isSecured: true }
    : { status: 'refused', code: outcome.code }
}

function describeSync(sync: Exclude<TokenSync, { status: 'secured' }>): Renewal {
  if (sync.status === 'opened') return { status: 'renewed' }
  if (sync.status === 'refused') return { status: 'refused', code: sync.code }
  if (sync.status === 'too-old' || sync.status === 'too-large' || sync.status === 'off')
    return { status: 'refused', code: sync.status }
  const retryAfterSeconds = 'retryAfterSeconds' in sync ? sync.retryAfterSeconds : null
  return { status: 'unreachable', isOffline: sync.status === 'unreachable', retryAfterSeconds }
}

/** Spec section 9, 'refresh error backoff'. */
const firstPauseMs = 30_000
const maxPauseMs = 16 * 60_000

/**
 * When an open page may renew again: 30 s after a failure, then twice as long each time up to 16 minutes, and never before
 * the server's retry delay. Failures without a response (`isOffline`) don't count, as they burden no server.
 */
export function createBackOff() {
  let pauseMs = 0
  /** On the clock of `performance.now()`. */
  let dueAt = Number.NEGATIVE_INFINITY

  function reset(): void {
    pauseMs = 0
    dueAt = Number.NEGATIVE_INFINITY
  }

  function follow(renewal: Renewal): void {
    if (renewal.status === 'renewed') reset()
    else if (renewal.status !== 'unreachable') pause(null)
    else if (!renewal.isOffline) pause(renewal.retryAfterSeconds)
  }

  function pause(retryAfterSeconds: number | null): void {
    pauseMs = Math.min(Math.max(firstPauseMs, 2 * pauseMs), maxPauseMs)
    dueAt = performance.now() + Math.max(pauseMs, (retryAfterSeconds ?? 0) * 1000)
  }

  return { isDue: () => performance.now() >= dueAt, follow, reset }
}
