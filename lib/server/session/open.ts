import 'server-only'
import { addressBlock } from '@/lib/http/origin'
import { serverConfig } from '@/lib/server/config'
import { countEvent, tokenHashOf } from '@/lib/server/database/database'
import {
  type IdentityResult,
  identityDeadline,
  readIdToken,
  revocationOf,
  type UserState,
  userState,
  type VerifiedIdToken,
} from '@/lib/server/identity/identity'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { isLive, type LiveSession, type RequestSession, requestSession } from './current'
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
import { secureForOwner } from './secure'

/**
 * Opens or renews a session for an ID token, by one of two rules (docs/decisions/session.md). New: the user
 * has just signed in. Renewal: the request also has our cookie for the same user, with a live row, expired at
 * most the grace ago. So a stolen ID token alone never becomes a long session. A renewal request never opens
 * a new session, as the user may have signed out meanwhile.
 *
 * The token is first read offline: junk costs little, and limits only its sender. The provider is asked last,
 * and only about tokens that would open or renew a session.
 */
export async function openSession(request: SessionRequest): Promise<OpenedSession> {
  const attempt = { ...request, deadline: identityDeadline() }
  const token = await readIdToken(attempt.idToken, attempt.deadline)
  if (token.status === 'refused') return (await countJunk(request.clientAddress)) ?? token
  return token.status === 'ok' ? openFor(token.value, attempt) : token
}

/**
 * Counts an invalid token; returns a refusal if there were too many. Users with a live session are counted
 * separately, so others at their address can't use up their limit.
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
  const asked = await askForMint(token, attempt)
  if (asked.status !== 'ok') return asked
  if (!obstacle && 'row' in current && current.row) {
    const { row, cookie, session } = current
    return renewWith(attempt, token, { row, cookie, hadSecondFactor: session.secondFactor !== null })
  }
  if (asked.value.hasSecondFactor && !token.secondFactor)
    return { status: 'refused', code: 'second-factor-required' }
  const replacesHash = 'cookie' in current ? tokenHashOf(current.cookie) : undefined
  const secured = await secureForOwner(token, { ...attempt, state: asked.value, replacesHash })
  return secured ?? openWith(attempt, token, replacesHash)
}

/** A new session needs a recent sign-in, so a stolen ID token soon becomes worthless. */
function mayOpenAnew({ authenticatedAt }: VerifiedIdToken, { isRenewal }: SessionRequest): boolean {
  return !isRenewal && isRecentSignIn(authenticatedAt)
}

/**
 * Asks the provider about the user, and checks the limits. Counts the user before asking, so a stolen token
 * that still verifies causes few calls, and the address, which others share, only afterwards. A renewal has its
 * session's cookie, so its user's limit is enough.
 */
async function askForMint(
  { userId, authenticatedAt }: VerifiedIdToken,
  { deadline, clientAddress, isRenewal }: Attempt,
): Promise<Extract<IdentityResult<UserState>, { status: 'ok' }> | OpenedSession> {
  const byUser = tooMany(await countEvent(isRenewal ? 'renew-by-user' : 'mint-by-user', userId))
  if (byUser) return byUser
  const state = await userState(userId, deadline)
  if (state.status !== 'ok') return state
  const revocation = revocationOf(state.value, authenticatedAt)
  if (revocation) return { status: 'refused', code: revocation }
  if (isRenewal) return state
  return tooMany(await countEvent('mint-by-address', addressBlock(clientAddress))) ?? state
}

function tooMany(retryAfterSeconds: number | null): LimitedSession | null {
  return retryAfterSeconds === null ? null : { status: 'limited', code: 'rate-limited', retryAfterSeconds }
}

/** Whether the session's cookie is due for renewal or has outdated claims. */
function needsNewCookie(current: RequestSession, token: VerifiedIdToken): boolean {
  if (current.status !== 'valid') return true
  const { session } = current
  return (
    needsRenewal(session) ||
    session.email !== token.email ||
    session.emailVerified !== token.emailVerified ||
    session.authenticatedAt < token.authenticatedAt ||
    session.secondFactor !== token.secondFactor
  )
}

/**
 * Whether less than half of the cookie's lifetime is left, and a new one would last longer: open pages then renew it in
 * the background.
 */
export function needsRenewal({ issuedAt, expiresAt, openedAt }: LiveSession): boolean {
  const gainMs = capLeftMs(openedAt) - (expiresAt * 1000 - Date.now())
  return Date.now() / 1000 > (issuedAt + expiresAt) / 2 && gainMs > shortestLifetimeMs
}

/** Why this cookie can't be renewed with this token; null if it can. */
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
