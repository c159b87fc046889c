import 'client-only'
/** Renews the session by a freshly issued token: for an open page, for a page that waits for it, or for a request. */
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { isRevocation, type Revocation } from '@/lib/browser/identity/fault'
import { freshToken, unreachableCodes } from '@/lib/browser/identity/identity'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { LoginNotice } from '@/lib/site/login-notice'
import { routes, type SitePath } from '@/lib/site/routes'
import { endSession, withSessionLock } from './ending'
import { sessionState } from './session'
import { pathAfterSignIn, type SignInNews, signInAgain, syncToken, type TokenSync } from './sign-in'

/**
 * The result of a renewal.
 * `unknown`: nobody decided, nothing changed; `isOffline`: there was no response at all. `revoked`: by the identity
 * provider. `refused`: by our server, or without a stored user, which says nothing about a live session.
 */
export type Renewal =
  | ({ status: 'renewed' } & SignInNews)
  | { status: 'unknown'; isOffline: boolean; retryAfterSeconds: number | null }
  | { status: 'revoked' | 'refused'; notice: LoginNotice }

/**
 * Renews the session with a freshly issued token. One tab at a time where Web Locks exist; a tab that waited
 * and finds the session renewed is done.
 */
export function renewSession(config: PublicConfig): Promise<Renewal> {
  running ??= withSessionLock((hasWaited) => renewOnce(config, hasWaited))
    .then(followResult)
    .finally(() => {
      running = null
    })
  return running
}

let running: Promise<Renewal> | null = null

/** For an open page, which renews by itself. Null while the last failure is too recent. */
export async function renewWhenDue(config: PublicConfig): Promise<Renewal | null> {
  return performance.now() < dueAt ? null : renewSession(config)
}

/** Lets an open page renew immediately. */
export function forgetFailures(): void {
  pauseMs = 0
  dueAt = 0
}

/** Spec section 9, 'refresh error backoff'. */
const firstPauseMs = 30_000
const maxPauseMs = 16 * 60_000

let pauseMs = 0
/** On the clock of `performance.now()`. */
let dueAt = 0

/**
 * An open page pauses for 30 s after a failure, then for twice as long each time up to 16 minutes, and as long as the server
 * says. Failures without a response don't count, as they burden no server.
 */
function followResult(renewal: Renewal): Renewal {
  if (renewal.status === 'renewed') forgetFailures()
  else if (renewal.status !== 'unknown' || !renewal.isOffline) {
    const retryAfterSeconds = renewal.status === 'unknown' ? renewal.retryAfterSeconds : null
    pauseMs = Math.min(Math.max(firstPauseMs, 2 * pauseMs), maxPauseMs)
    dueAt = performance.now() + Math.max(pauseMs, (retryAfterSeconds ?? 0) * 1000)
  }
  return renewal
}

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
  if (renewal.status === 'unknown') return null
  if (renewal.status === 'renewed') return pathAfterSignIn(renewal, next)
  if (renewal.status === 'revoked') await endSession(config, 'ended')
  return routes.loginThen(next, renewal.notice)
}

/** `limitMs`: the timeout of each try, without the renewal between them. */
type Init = Omit<RequestInit, 'signal'> & { limitMs?: number }

/**
 * `fetch` for endpoints behind the session. On a 401 it renews the session in the background and retries
 * once, so nothing typed is lost. The body must be resendable: no streams. Doesn't cover Next's own requests;
 * check the session before calling a server action.
 */
export async function fetchWithSession(
  config: PublicConfig,
  url: string,
  { limitMs = 15_000, ...init }: Init = {},
): Promise<Response> {
  const send = () => fetch(url, { ...init, signal: AbortSignal.timeout(limitMs) })
  const response = await send()
  if (!(await isSessionMissing(response))) return response
  return (await renewSession(config)).status === 'renewed' ? send() : response
}

/** By the code, as renewal doesn't fix every 401. Leaves the response body unread. */
async function isSessionMissing(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const code = await refusalCode(response.clone())
  return code === 'no-session' || code === 'session-expired'
}

/** The sign-in form's notice for a revocation (S60). */
export function noticeOf(revocation: Revocation): LoginNotice {
  return revocation === 'user-disabled' ? 'disabled' : 'ended'
}

async function renewOnce(config: PublicConfig, hasWaited: boolean): Promise<Renewal> {
  if (hasWaited && (await isRenewed())) return { status: 'renewed' }
  const outcome = await freshToken(config)
  if (outcome.status === 'failed') return describeMissingToken(outcome.code)
  const sync = await syncToken({ token: outcome.value, settings: config.tokenSync, purpose: 'renewal' })
  if (sync.status !== 'secured') return describeSync(sync)
  // This renewal has proved the address of an account that another person may have used.
  const again = await signInAgain(config, sync)
  return again.status === 'signed-in' ? { ...again, status: 'renewed' } : expired
}

async function isRenewed(): Promise<boolean> {
  const state = await sessionState.refresh()
  return state?.signedIn === true && !state.needsRenewal
}

const expired = { status: 'refused', notice: 'expired' } as const

function describeMissingToken(code: IdentityErrorCode): Renewal {
  if (isRevocation(code)) return { status: 'revoked', notice: noticeOf(code) }
  if (!unreachableCodes.includes(code)) return expired
  return { status: 'unknown', isOffline: code === 'network-request-failed', retryAfterSeconds: null }
}

function describeSync(sync: Exclude<TokenSync, { status: 'secured' }>): Renewal {
  if (sync.status === 'opened') return { status: 'renewed' }
  const { code, retryAfterSeconds = null, refusal } = sync
  if (code === 'session-unreachable' || code === 'session-unavailable' || code === 'session-limited')
    return { status: 'unknown', isOffline: code === 'session-unreachable', retryAfterSeconds }
  return refusal === 'session-revoked' ? { status: 'refused', notice: 'ended' } : expired
}
