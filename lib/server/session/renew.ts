import 'server-only'
/** Renews a live session: replaces its cookie. */
import { setTimeout } from 'node:timers/promises'
import { serverConfig } from '@/lib/server/config'
import { type TokenHash, tokenHashOf } from '@/lib/server/database/ids'
import {
  awaitsNewCookie,
  type CookieReplacement,
  findSession,
  renewSessionRow,
  type SessionRow,
} from '@/lib/server/database/sessions'
import {
  type MintFailure,
  minLifetimeMs,
  mintSessionCookie,
  type VerifiedIdToken,
} from '@/lib/server/identity/identity'
import type { NewCookie } from './cookie'
import {
  isLive,
  type LiveCookie,
  type LiveSession,
  type RequestSession,
  remainingLifetimeMs,
} from './current'
import { endOtherSessions } from './end'

/** Only `renewed` sets a cookie; `kept` leaves the browser's as it is. */
export type RenewalResult =
  | { status: 'renewed'; cookie: NewCookie; userId: string }
  | { status: 'kept'; userId: string }
  | MintFailure

type RenewalCheck = { status: 'due' | 'unneeded'; renewed: LiveCookie } | { status: 'no'; code: string }

/** Whether the request's cookie can be renewed with this token and is due, or why it can't be renewed. */
export function checkRenewal(current: RequestSession, token: VerifiedIdToken): RenewalCheck {
  if (!('session' in current)) return { status: 'no', code: 'no-session-to-renew' }
  const { session, row } = current
  if (session.providerUserId !== token.providerUserId) return { status: 'no', code: 'other-user' }
  if (current.status === 'unbound') return { status: 'no', code: 'session-unbound' }
  if (!row) return { status: 'no', code: 'session-absent' }
  if (row.revokedAt) return { status: 'no', code: 'session-revoked' }
  if (!isLive(current) || remainingLifetimeMs(row.createdAt) < minLifetimeMs)
    return { status: 'no', code: 'session-past-cap' }
  const { graceMs } = serverConfig().session
  if (Date.now() > session.expiresAt * 1000 + graceMs) return { status: 'no', code: 'session-past-grace' }
  return { status: needsNewCookie(current, token) ? 'due' : 'unneeded', renewed: current }
}

/** Whether the session's cookie is due for renewal or has outdated claims. */
function needsNewCookie(current: RequestSession, token: VerifiedIdToken): boolean {
  if (current.status !== 'valid') return true
  const { session } = current
  const isOutdated = cookieClaims.some((claim) => session[claim] !== token[claim])
  return needsRenewal(session) || session.authenticatedAt < token.authenticatedAt || isOutdated
}

const cookieClaims = ['name', 'email', 'emailVerified', 'secondFactor', 'credential'] as const

/** Whether the cookie is past half its lifetime and a new one would last longer. Open pages then renew it. */
export function needsRenewal({ issuedAt, expiresAt, openedAt }: LiveSession): boolean {
  const gainMs = remainingLifetimeMs(openedAt) - (expiresAt * 1000 - Date.now())
  return Date.now() / 1000 > (issuedAt + expiresAt) / 2 && gainMs > minLifetimeMs
}

/**
 * Gives a live session a new cookie. One of several concurrent renewals wins, and the others keep the cookie it set. If
 * that cookie doesn't come back, its response was lost, and they replace it.
 */
export function renewCookie(
  { row, cookie, session }: LiveCookie,
  token: VerifiedIdToken,
  { deadline, requestId }: { deadline: number; requestId: string },
): Promise<RenewalResult> {
  const now = Date.now()
  const { userId } = row
  const lifetimeMs = Math.min(serverConfig().session.lifetimeMs, remainingLifetimeMs(row.createdAt))
  return mintSessionCookie<RenewalResult>(token, { lifetimeMs, deadline }, async (value, lastsMs) => {
    const hashes = { presentedHash: tokenHashOf(cookie), newHash: tokenHashOf(value) }
    const authenticatedAt = new Date(token.authenticatedAt * 1000)
    const outcome = await renewConcurrently(row, {
      ...hashes,
      authenticatedAt,
      expiresAt: new Date(now + lastsMs),
    })
    if (outcome === 'conflict') return 'conflict'
    if (outcome === 'lost') return { status: 'kept', userId }
    // The browser that added the factor does this, too, unless it was closed before.
    if (token.secondFactor && !session.secondFactor)
      await endOtherSessions(row, { requestId, reason: 'others-by-second-factor' })
    const isBound = row.binding !== null && row.binding.confirmedAt !== null
    return {
      status: 'renewed',
      cookie: { value, sessionId: row.id, openedAt: row.createdAt, isBound },
      userId,
    }
  })
}

/** A response that takes longer to arrive counts as lost. */
const maxResponseDelayMs = 2_000

type ConcurrentRenewal = Omit<CookieReplacement, 'currentHash' | 'now'>

/** Replaces the presented cookie, or the one a concurrent renewal has set if that doesn't come back in time. */
async function renewConcurrently(
  row: SessionRow,
  renewal: ConcurrentRenewal,
): ReturnType<typeof renewSessionRow> {
  const { presentedHash } = renewal
  const replace = (currentHash: TokenHash) => renewSessionRow({ ...renewal, currentHash, now: new Date() })
  const outcome = row.tokenHash === presentedHash ? await replace(presentedHash) : 'lost'
  if (outcome !== 'lost') return outcome
  const winner = await findSession(presentedHash)
  if (!winner || !awaitsNewCookie(winner)) return 'lost'
  const leftMs = winner.renewedAt.getTime() + maxResponseDelayMs - Date.now()
  await setTimeout(Math.max(0, Math.min(leftMs, maxResponseDelayMs)))
  const waited = await findSession(presentedHash)
  return waited && awaitsNewCookie(waited) ? replace(waited.tokenHash) : 'lost'
}
