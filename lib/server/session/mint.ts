import 'server-only'
/** Mints and stores session cookies, once all checks have passed. */
import { setTimeout } from 'node:timers/promises'
import { serverConfig } from '@/lib/server/config'
import {
  awaitsNewCookie,
  type CookieReplacement,
  deleteSurplusSessions,
  endOtherSessionRows,
  findSession,
  insertSession,
  renewSessionRow,
  type SessionRow,
  type TokenHash,
  tokenHashOf,
} from '@/lib/server/database/database'
import { mintSessionCookie, type VerifiedIdToken } from '@/lib/server/identity/identity'
import { maxCookieBytes } from '@/lib/session/token'

/** A new cookie, and when its session was opened. */
export type NewCookie = { value: string; openedAt: Date }

/** Only `opened` and `renewed` set a cookie; `kept` leaves the browser's as it is. */
export type OpenedSession =
  | { status: 'opened' | 'renewed'; cookie: NewCookie; userId: string }
  | { status: 'kept'; userId: string }
  | { status: 'refused' | 'unavailable' | 'too-large'; code: string }
  /** Somebody else's ways in were removed, this sign-in with them; `customToken` signs its owner in again. */
  | { status: 'secured'; code: 'account-secured'; customToken: string | null; userId: string }
  | LimitedSession
export type LimitedSession = { status: 'limited'; code: 'rate-limited'; retryAfterSeconds: number }

/** A request for a session. A renewal never opens a new one. */
export type SessionRequest = {
  idToken: string
  userAgent: string
  clientAddress: string
  isRenewal: boolean
  /** Whether the browser says that a password was typed which its owner knew before. */
  isByKnownPassword: boolean
}

/** A request with the deadline for all its calls to the provider. */
export type Attempt = SessionRequest & { deadline: number }

/** Firebase mints no session cookies shorter than this. */
export const shortestLifetimeMs = 5 * 60_000

/** Opens a session and ends the one whose cookie it replaces. */
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
      isUnverified: token.email !== null && !token.emailVerified,
      expiresAt,
      now,
      userAgent: attempt.userAgent,
    }
    const { status } = await insertSession(replacesHash ? { ...row, replacesHash } : row)
    if (status === 'conflict') return 'conflict'
    await deleteSurplusSessions(token.userId)
    return { status: 'opened', cookie: { value, openedAt: now }, userId: token.userId }
  })
}

/**
 * Renews a session. Of concurrent renewals one wins, and the others keep the cookie that it set; if that doesn't come
 * back, its response was lost, and they get one of their own.
 */
export async function renewWith(
  attempt: Attempt,
  token: VerifiedIdToken,
  { row, cookie, hadSecondFactor }: { row: SessionRow; cookie: string; hadSecondFactor: boolean },
): Promise<OpenedSession> {
  const openedAt = row.createdAt
  const lifetimeMs = Math.min(serverConfig().session.lifetimeMs, capLeftMs(openedAt))
  return mintUntilUnique(attempt, lifetimeMs, new Date(), async (value, expiresAt) => {
    const renewal = { presentedHash: tokenHashOf(cookie), newHash: tokenHashOf(value), expiresAt }
    const outcome = await renewInTurn(row, renewal)
    if (outcome === 'conflict') return 'conflict'
    if (outcome === 'lost') return { status: 'kept', userId: token.userId }
    // As the browser does that has added it; this is for one that was closed before.
    if (token.secondFactor && !hadSecondFactor) await endOtherSessionRows(token.userId, row.id, new Date())
    return { status: 'renewed', cookie: { value, openedAt }, userId: token.userId }
  })
}

/** A response that takes longer to arrive counts as lost. */
const longestArrivalMs = 2_000

type RenewalInTurn = Omit<CookieReplacement, 'currentHash' | 'now'>

/** Replaces the cookie that was read; if another renewal was first, the one it set, unless that comes back in time. */
async function renewInTurn(row: SessionRow, renewal: RenewalInTurn): ReturnType<typeof renewSessionRow> {
  const { presentedHash } = renewal
  const replace = (currentHash: TokenHash) => renewSessionRow({ ...renewal, currentHash, now: new Date() })
  const outcome = row.tokenHash === presentedHash ? await replace(presentedHash) : 'lost'
  if (outcome !== 'lost') return outcome
  const winner = await findSession(presentedHash)
  if (!winner || !awaitsNewCookie(winner)) return 'lost'
  const leftMs = winner.renewedAt.getTime() + longestArrivalMs - Date.now()
  await setTimeout(Math.max(0, Math.min(leftMs, longestArrivalMs)))
  const waited = await findSession(presentedHash)
  return waited && awaitsNewCookie(waited) ? replace(waited.tokenHash) : 'lost'
}

type StoreCookie = (value: string, expiresAt: Date) => Promise<OpenedSession | 'conflict'>

const mostTries = 40

/**
 * Mints a cookie and stores it. Firebase's cookies contain no unique ID, so two for one user in the same
 * second are identical. On a conflict this retries with a slightly different lifetime instead of waiting.
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

/** Milliseconds left until the session's absolute cap. */
export function capLeftMs(openedAt: Date): number {
  return openedAt.getTime() + serverConfig().session.capMs - Date.now()
}
