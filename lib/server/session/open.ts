import 'server-only'
import { addressBlock } from '@/lib/http/origin'
import { serverConfig } from '@/lib/server/config'
import { countEvent, tokenHashOf } from '@/lib/server/database/database'
import {
  identityDeadline,
  readIdToken,
  type VerifiedIdToken,
  verifyIdToken,
} from '@/lib/server/identity/identity'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { isLive, type RequestSession, requestSession } from './current'
import {
  type Attempt,
  capLeftMs,
  type LimitedSession,
  type OpenedSession,
  openWith,
  renewWith,
  type SessionRequest,
  shortestLifetimeMs,
} from './mint'

/**
 * Opens or renews a session for the bearer of an ID token, by one of two rules (docs/decisions/session.md). New: the
 * person has just signed in. Renewal: the request also brings our cookie of the same person, its row live and
 * expired at most the grace ago. So a stolen ID token alone never becomes a long session. Who asks for a renewal
 * gets nothing else: the person may have signed out meanwhile.
 *
 * First the token is read offline, so that junk is told apart before it costs anybody anything, and limits nobody but
 * those who send it. The provider is asked last, and only about tokens that would open or renew something.
 */
export async function openSession(request: SessionRequest): Promise<OpenedSession> {
  const attempt = { ...request, deadline: identityDeadline() }
  const token = await readIdToken(attempt.idToken, attempt.deadline)
  if (token.status === 'refused') return (await countJunk(request.clientAddress)) ?? token
  return token.status === 'ok' ? openFor(token.value, attempt) : token
}

/**
 * Counts what is no token of ours, and says if it was too much. Whoever brings a live session is counted alone: others at
 * the address may have sent any amount.
 */
export async function countJunk(clientAddress: string): Promise<LimitedSession | null> {
  const current = await requestSession()
  const sender = current.status === 'valid' ? current.session.userId : addressBlock(clientAddress)
  return tooMany(await countEvent('junk-token', sender))
}

async function openFor(token: VerifiedIdToken, attempt: Attempt): Promise<OpenedSession> {
  const current = await requestSession()
  if (current.status === 'unknown') return { status: 'unavailable', code: 'session-unknown' }
  const obstacle = obstacleToRenewal(current, token)
  if (!obstacle && !needsNewCookie(current, token)) return { status: 'kept', userId: token.userId }
  if (obstacle && !mayOpenAnew(token, attempt)) {
    const hasNothing = attempt.isRenewal && !('session' in current)
    return { status: 'refused', code: hasNothing ? 'no-session-to-renew' : obstacle }
  }
  const refusal = await askForMint(token, attempt)
  if (refusal) return refusal
  if (!obstacle && 'row' in current && current.row)
    return renewWith(attempt, token, current.row.createdAt, current.cookie)
  return openWith(attempt, token, 'cookie' in current ? tokenHashOf(current.cookie) : undefined)
}

/** A new session needs a sign-in just now, so that a stolen ID token is soon worthless. */
function mayOpenAnew({ authenticatedAt }: VerifiedIdToken, { isRenewal }: SessionRequest): boolean {
  return !isRenewal && isRecentSignIn(authenticatedAt)
}

/**
 * Why the provider's word or a limit forbids a new cookie, or null. The person is counted before the provider is asked,
 * so that a stolen token that still verifies makes few calls to it; the address, which others share, only after.
 */
async function askForMint({ userId }: VerifiedIdToken, attempt: Attempt): Promise<OpenedSession | null> {
  const { idToken, deadline, clientAddress } = attempt
  const byUser = tooMany(await countEvent('mint-by-user', userId))
  if (byUser) return byUser
  const verified = await verifyIdToken(idToken, deadline)
  if (verified.status !== 'ok') return verified
  return tooMany(await countEvent('mint-by-address', addressBlock(clientAddress)))
}

function tooMany(retryAfterSeconds: number | null): LimitedSession | null {
  return retryAfterSeconds === null ? null : { status: 'limited', code: 'rate-limited', retryAfterSeconds }
}

/** Whether the live session's cookie has lived half its life, or says something that no longer holds. */
function needsNewCookie(current: RequestSession, token: VerifiedIdToken): boolean {
  if (current.status !== 'valid') return true
  const { session } = current
  return (
    needsRenewal(session) ||
    session.email !== token.email ||
    session.emailVerified !== token.emailVerified ||
    session.authenticatedAt < token.authenticatedAt
  )
}

/** Whether under half of a cookie's life is left; then a signed-in page renews it in the background. */
export function needsRenewal({ issuedAt, expiresAt }: { issuedAt: number; expiresAt: number }): boolean {
  return Date.now() / 1000 > (issuedAt + expiresAt) / 2
}

/** Why this cookie may not be renewed with this token, or null if it may. */
function obstacleToRenewal(current: RequestSession, token: VerifiedIdToken): string | null {
  if (!('session' in current)) return 'sign-in-too-old'
  const { session, row } = current
  if (session.userId !== token.userId) return 'other-user'
  if (!row) return 'session-absent'
  if (row.revokedAt) return 'session-revoked'
  if (!isLive(row, session) || capLeftMs(row.createdAt) < shortestLifetimeMs) return 'session-past-cap'
  const { graceMs } = serverConfig().session
  return Date.now() > session.expiresAt * 1000 + graceMs ? 'session-past-grace' : null
}
