import 'server-only'
import { serverConfig } from '@/lib/server/config'
import { insertSession, renewSession, type TokenHash, tokenHashOf } from '@/lib/server/database/database'
import { mintSessionCookie, type VerifiedIdToken } from '@/lib/server/identity/identity'
/** Making session cookies and storing whose they are, once it is known that they may be made. */
import { maxCookieBytes } from '@/lib/session/token'

/** A fresh cookie, and when the session it belongs to was opened. */
export type NewCookie = { value: string; openedAt: Date }

/** `kept` leaves the browser's cookie as it is; everything else but `opened` and `renewed` opened nothing. */
export type OpenedSession =
  | { status: 'opened' | 'renewed'; cookie: NewCookie; userId: string }
  | { status: 'kept'; userId: string }
  | { status: 'refused' | 'unavailable' | 'too-large'; code: string }
  | LimitedSession
export type LimitedSession = { status: 'limited'; code: 'rate-limited'; retryAfterSeconds: number }

/** Who asks for a session, and with what. A renewal never opens a new one. */
export type SessionRequest = {
  idToken: string
  userAgent: string
  clientAddress: string
  isRenewal: boolean
}

/** A request that is being answered; by the deadline the provider must have said all that it needs. */
export type Attempt = SessionRequest & { deadline: number }

/** For how long the cookie before a renewal is still taken, for requests that were under way with it. */
const oldCookieIsTakenForMs = 60_000

/** Below this Firebase mints no session cookie. */
export const shortestLifetimeMs = 5 * 60_000

/** Opens a session; that of the cookie it replaces ends. */
export async function openWith(
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
export async function renewWith(
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

/** What is left until the session's absolute end. */
export function capLeftMs(openedAt: Date): number {
  return openedAt.getTime() + serverConfig().session.capMs - Date.now()
}
