import 'server-only'
/**
 * Session rows. Each function is one statement or transaction, so it's atomic. Rows of ended sessions are kept for a while, so
 * that their cookies are still recognized.
 */
import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { deleteInBatches, queryDatabase } from './connection'
import { prepareOnce, type Queries } from './engine'
import { isUniqueViolation } from './errors'
import type { SessionId, TokenHash, UserId } from './ids'
import { sessionBindings, sessions } from './schema/sessions'

export type SessionRow = typeof sessions.$inferSelect
export type Binding = typeof sessionBindings.$inferSelect
/** A session with the device that it is bound to, if any. */
export type FoundSession = SessionRow & { binding: Binding | null }

/**
 * Finds the session of a cookie, live or ended. Also accepts the cookie before the last renewal (see `confirmRenewal`), but
 * prefers the session with this as its current one. Two index lookups.
 */
export async function findSession(tokenHash: TokenHash, now = new Date()): Promise<FoundSession | null> {
  const values = { tokenHash, now: now.toISOString() }
  const [row] = await queryDatabase((queries) => sessionWithHash(queries).execute(values))
  return row ?? null
}

/** Finds a session by its ID, live or ended. */
export async function findSessionById(id: SessionId): Promise<FoundSession | null> {
  const [row] = await queryDatabase((queries) => selectSessions(queries).where(eq(sessions.id, id)))
  return row ?? null
}

export function selectSessions(queries: Queries) {
  const columns = { ...getTableColumns(sessions), binding: sessionBindings }
  return queries
    .select(columns)
    .from(sessions)
    .leftJoin(sessionBindings, eq(sessionBindings.sessionId, sessions.id))
    .$dynamic()
}

/** Runs for each request of a signed-in user. */
const sessionWithHash = prepareOnce('session_with_hash', (queries, name) => {
  const tokenHash = sql.placeholder('tokenHash')
  return selectSessions(queries)
    .where(matchesCookie(tokenHash, sql.placeholder('now')))
    .orderBy(desc(eq(sessions.tokenHash, tokenHash)))
    .limit(1)
    .prepare(name)
})

export type CookieReplacement = {
  /** The session's cookie as the caller read it. */
  currentHash: TokenHash
  /** The browser's cookie, valid until a while after the new one comes back. */
  presentedHash: TokenHash
  newHash: TokenHash
  authenticatedAt: Date
  expiresAt: Date
  now: Date
}

/**
 * Gives a session a new cookie. `lost`: a concurrent renewal won, or the session has ended. `conflict`: another session has
 * the new cookie.
 */
export async function renewSessionRow(renewal: CookieReplacement): Promise<'renewed' | 'lost' | 'conflict'> {
  const { currentHash, presentedHash, newHash, authenticatedAt, expiresAt, now } = renewal
  const times = { authenticatedAt, renewedAt: now, seenAt: now, checkedAt: now, expiresAt }
  try {
    const count = await updateRows(isLiveRow(eq(sessions.tokenHash, currentHash)), {
      tokenHash: newHash,
      previousHash: presentedHash,
      previousUntil: null,
      ...times,
    })
    return count > 0 ? 'renewed' : 'lost'
  } catch (error) {
    if (isUniqueViolation(error)) return 'conflict'
    throw error
  }
}

/** Whether the renewed cookie hasn't come back yet: the response may have been lost. */
export function awaitsNewCookie({ previousHash, previousUntil }: SessionRow): boolean {
  return previousHash !== null && previousUntil === null
}

/** Records that the renewed cookie has come back. The previous one is accepted until `previousUntil`. */
export async function confirmRenewal({ id, tokenHash }: SessionRow, previousUntil: Date): Promise<void> {
  const isThis = and(eq(sessions.id, id), eq(sessions.tokenHash, tokenHash))
  await updateRows(and(isThis, isNull(sessions.previousUntil)), { previousUntil })
}

/**
 * A user's sessions, last seen first: all, or those that are live and not expired at `liveAt`. To include those that can still
 * be renewed, pass a time earlier by the grace.
 */
export function listSessions(userId: UserId, liveAt?: Date): Promise<FoundSession[]> {
  const isLive = liveAt && isLiveRow(gt(sessions.expiresAt, liveAt))
  return queryDatabase((queries) =>
    selectSessions(queries)
      .where(and(eq(sessions.userId, userId), isLive))
      .orderBy(desc(sessions.seenAt), desc(sessions.createdAt))
      .limit(maxSessions),
  )
}

const visitEveryMs = 60_000

/** Records a visit, at most once a minute. True for the one instance that did: it asks the provider about the user. */
export async function recordVisit(
  { id, checkedAt }: Pick<SessionRow, 'id' | 'checkedAt'>,
  now: Date,
): Promise<boolean> {
  const dueSince = before(now, visitEveryMs)
  if (checkedAt && checkedAt > dueSince) return false
  const isDue = or(isNull(sessions.checkedAt), lte(sessions.checkedAt, dueSince))
  const isThis = isLiveRow(and(eq(sessions.id, id), isDue))
  return (await updateRows(isThis, { seenAt: now, checkedAt: now })) > 0
}

type Ended = {
  userId: UserId
  /** Only this one. */
  id?: SessionId
  /** Only the one with this cookie: not if it has been renewed since it was read. */
  tokenHash?: TokenHash
  /** All but this one. */
  exceptId?: SessionId
}

/** Ends live sessions of a user. Returns the number. */
export function endSessionRows({ userId, id, tokenHash, exceptId }: Ended, now: Date): Promise<number> {
  const isMeant = and(
    eq(sessions.userId, userId),
    id && eq(sessions.id, id),
    tokenHash && eq(sessions.tokenHash, tokenHash),
    exceptId && ne(sessions.id, exceptId),
  )
  return updateRows(isLiveRow(isMeant), { revokedAt: now })
}

/** Whether the session exists, live or ended, and belongs to another user. */
export async function isOtherUsersSession(id: SessionId, userId: UserId): Promise<boolean> {
  const condition = and(eq(sessions.id, id), ne(sessions.userId, userId))
  const rows = await queryDatabase((queries) =>
    queries.select({ id: sessions.id }).from(sessions).where(condition),
  )
  return rows.length > 0
}

/**
 * Deletes sessions that were revoked, or expired and left their grace period, before `endedBefore`, until it should stop.
 * Returns how many.
 */
export async function deleteEndedSessions(
  shouldStop: () => boolean,
  endedBefore: Date,
  graceMs = 0,
): Promise<number> {
  const [table, key] = [sessions, sessions.id]
  const isExpired = lt(sessions.expiresAt, before(endedBefore, graceMs))
  const revoked = await deleteInBatches(
    { table, key, isDue: lt(sessions.revokedAt, endedBefore) },
    shouldStop,
  )
  return revoked + (await deleteInBatches({ table, key, isDue: isExpired }, shouldStop))
}

/**
 * Deletes a user's sessions over `maxSessions`: ended ones first, then those least recently seen. Otherwise signing in in a
 * loop would fill the disk, and the list and the export would fill the memory.
 */
export async function deleteSurplusSessions(userId: UserId): Promise<void> {
  await queryDatabase((queries) => {
    const surplus = queries
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(isNull(sessions.revokedAt)), desc(sessions.seenAt), desc(sessions.createdAt))
      .offset(maxSessions)
    return queries.delete(sessions).where(inArray(sessions.id, surplus))
  })
}

async function updateRows(condition: SQL | undefined, values: Partial<SessionRow>): Promise<number> {
  const rows = await queryDatabase((queries) =>
    queries.update(sessions).set(values).where(condition).returning({ id: sessions.id }),
  )
  return rows.length
}

/** The session rows of a user, live and ended: more than anyone has devices. */
export const maxSessions = 100

export function isLiveRow(condition: SQL | undefined): SQL | undefined {
  return and(condition, isNull(sessions.revokedAt))
}

/** Matches the current cookie, and the previous one until `previousUntil`. Both columns are indexed. */
export function matchesCookie(tokenHash: TokenHash | Placeholder, now: Date | Placeholder): SQL | undefined {
  const isAccepted = or(isNull(sessions.previousUntil), gt(sessions.previousUntil, now))
  const isPrevious = and(eq(sessions.previousHash, tokenHash), isAccepted)
  return or(eq(sessions.tokenHash, tokenHash), isPrevious)
}

export function before(moment: Date, byMs: number): Date {
  return new Date(moment.getTime() - byMs)
}

/** Deletes a user's sessions, but for one. */
export async function deleteSessionsOf(
  queries: Queries,
  userId: UserId,
  exceptSession?: SessionId,
): Promise<void> {
  const isOther = exceptSession && ne(sessions.id, exceptSession)
  await queries.delete(sessions).where(and(eq(sessions.userId, userId), isOther))
}
