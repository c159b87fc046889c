import 'server-only'
import { addressBlock } from '../../origin'
import { isRecentSignIn } from '../../recent-sign-in'
import { maxCookieBytes } from '../../session'
import { serverConfig } from '../config'
import { insertSession, renewSession, type TokenHash, tokenHashOf } from '../database'
import { identityDeadline, mintSessionCookie, type VerifiedIdToken, verifyIdToken } from '../identity'
import { checkLimit, countEvent, type RateVerdict } from '../rate-limit'
import type { NewCookie } from './cookie'
import { isLive, type RequestSession, requestSession } from './current'

/** `kept` leaves the browser's cookie as it is; everything else but `opened` and `renewed` opened nothing. */
export type OpenedSession =
  | { status: 'opened' | 'renewed'; cookie: NewCookie; userId: string }
  | { status: 'kept'; userId: string }
  | { status: 'refused' | 'unavailable' | 'too-large'; code: string }
  | { status: 'limited'; code: 'rate-limited'; retryAfterSeconds: number }

/** Who asks for a session, and with what. A renewal never opens a new one. */
export type SessionRequest = {
  idToken: string
  userAgent: string
  clientAddress: string
  isRenewal: boolean
}

/** For how long the cookie before a renewal is still taken, for requests that were under way with it. */
const oldCookieIsTakenForMs = 60_000

/** Below this Firebase mints no session cookie. */
const shortestLifetimeMs = 5 * 60_000

/**
 * Opens or renews a session for the bearer of an ID token, by one of two rules (DESIGN section 4). New: the
 * person has just signed in. Renewal: the request also brings our cookie of the same person, its row live and
 * expired at most the grace ago. So a stolen ID token alone never becomes a long session. Who asks for a renewal
 * gets nothing else: the person may have signed out meanwhile.
 */
export async function openSession(request: SessionRequest): Promise<OpenedSession> {
  const address = addressBlock(request.clientAddress)
  const refusals = await checkLimit('refusal-by-address', address)
  if (refusals.status === 'limited') return tooMany(refusals)
  const attempt = { ...request, deadline: identityDeadline() }
  const verified = await verifyIdToken(attempt.idToken, attempt.deadline)
  const opened = verified.status === 'ok' ? await openFor(verified.value, attempt) : verified
  if (opened.status === 'refused') await countEvent('refusal-by-address', address)
  return opened
}

/** A request that is being answered; by the deadline the provider must have said all that it needs. */
type Attempt = SessionRequest & { deadline: number }

async function openFor(token: VerifiedIdToken, attempt: Attempt): Promise<OpenedSession> {
  const current = await requestSession()
  if (current.status === 'unknown') return { status: 'unavailable', code: 'session-unknown' }
  const obstacle = obstacleToRenewal(current, token)
  if (!obstacle && !needsNewCookie(current, token)) return { status: 'kept', userId: token.userId }
  if (obstacle && !mayOpenAnew(token, attempt)) {
    const hasNothing = attempt.isRenewal && !('session' in current)
    return { status: 'refused', code: hasNothing ? 'no-session-to-renew' : obstacle }
  }
  const mints = await countMint(token.userId, attempt.clientAddress)
  if (mints.status === 'limited') return tooMany(mints)
  if (!obstacle && 'row' in current && current.row)
    return renew(attempt, token, current.row.createdAt, current.cookie)
  return open(attempt, token, 'cookie' in current ? tokenHashOf(current.cookie) : undefined)
}

/** A new session needs a sign-in just now, so that a stolen ID token is soon worthless. */
function mayOpenAnew({ authenticatedAt }: VerifiedIdToken, { isRenewal }: SessionRequest): boolean {
  return !isRenewal && isRecentSignIn(authenticatedAt)
}

async function countMint(userId: string, clientAddress: string): Promise<RateVerdict> {
  const byUser = await countEvent('mint-by-user', userId)
  return byUser.status === 'limited' ? byUser : countEvent('mint-by-address', addressBlock(clientAddress))
}

function tooMany({ retryAfterSeconds }: { retryAfterSeconds: number }): OpenedSession {
  return { status: 'limited', code: 'rate-limited', retryAfterSeconds }
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

async function open(
  attempt: Attempt,
  token: VerifiedIdToken,
  replacesHash: TokenHash | undefined,
): Promise<OpenedSession> {
  const now = new Date()
  return mintUntilUnique(attempt, serverConfig().session.lifetimeMs, now, async (value, expiresAt) => {
    const row = {
      tokenHash: tokenHashOf(value),
      userId: token.userId,
      expiresAt,
      now,
      userAgent: attempt.userAgent,
    }
    const { status } = await insertSession(replacesHash ? { ...row, replacesHash } : row)
    return status === 'conflict'
      ? 'conflict'
      : { status: 'opened', cookie: { value, openedAt: now }, userId: token.userId }
  })
}

/** One of several renewals of a cookie wins; the others leave the browser with what the winner gave it. */
async function renew(
  attempt: Attempt,
  token: VerifiedIdToken,
  openedAt: Date,
  cookie: string,
): Promise<OpenedSession> {
  const now = new Date()
  const lifetimeMs = Math.min(serverConfig().session.lifetimeMs, capLeftMs(openedAt))
  return mintUntilUnique(attempt, lifetimeMs, now, async (value, expiresAt) => {
    const hashes = { oldHash: tokenHashOf(cookie), newHash: tokenHashOf(value) }
    const previousUntil = new Date(now.getTime() + oldCookieIsTakenForMs)
    const outcome = await renewSession({ ...hashes, expiresAt, previousUntil, now })
    if (outcome === 'conflict') return 'conflict'
    if (outcome === 'lost') return { status: 'kept', userId: token.userId }
    return { status: 'renewed', cookie: { value, openedAt }, userId: token.userId }
  })
}

type StoreCookie = (value: string, expiresAt: Date) => Promise<OpenedSession | 'conflict'>

const mostTries = 40

/**
 * Mints and stores. Firebase's cookie holds no number of its own, so two of one person in one second are the
 * same; one that ends some seconds earlier is another, and nobody has to wait for the next second.
 */
async function mintUntilUnique(
  { idToken, deadline }: Attempt,
  lifetimeMs: number,
  now: Date,
  store: StoreCookie,
): Promise<OpenedSession> {
  let changeMs = 0
  for (let tries = 0; tries < mostTries; tries++) {
    const triedMs =
      lifetimeMs - changeMs >= shortestLifetimeMs ? lifetimeMs - changeMs : lifetimeMs + changeMs
    const minted = await mintSessionCookie(idToken, triedMs, deadline)
    if (minted.status !== 'ok') return minted
    if (isTooLarge(minted.value)) return { status: 'too-large', code: 'cookie-too-large' }
    const outcome = await store(minted.value, new Date(now.getTime() + triedMs))
    if (outcome !== 'conflict') return outcome
    changeMs += 1000 * (1 + Math.floor(Math.random() * 30))
  }
  return { status: 'unavailable', code: 'too-many-at-once' }
}

function isTooLarge(cookie: string): boolean {
  return serverConfig().session.cookieName.length + cookie.length > maxCookieBytes
}

function capLeftMs(openedAt: Date): number {
  return openedAt.getTime() + serverConfig().session.capMs - Date.now()
}
