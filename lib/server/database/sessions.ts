import 'server-only'
/**
 * Session rows. Each function is one statement, so it's atomic. Rows of ended sessions are kept for a while, so that their
 * cookies are still recognized.
 */
import {
  and,
  desc,
  eq,
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
import * as v from 'valibot'
import type { CredentialId } from '@/lib/session/token'
import { newUuid } from '@/lib/uuid'
import { queryDatabase } from './connection'
import { requireCredentials } from './credentials'
import { prepareOnce, type Queries } from './engine'
import { isUniqueViolation } from './errors'
import type { SessionId, TokenHash, UserId } from './ids'
import { accounts } from './schema/accounts'
import { sessions } from './schema/sessions'

export type SessionRow = typeof sessions.$inferSelect

/**
 * Finds the session of a cookie, live or ended. Also accepts the cookie before the last renewal (see `confirmRenewal`), but
 * prefers the session with this as its current one. Two index lookups.
 */
export async function findSession(tokenHash: TokenHash, now = new Date()): Promise<SessionRow | null> {
  const values = { tokenHash, now: now.toISOString() }
  const [row] = await queryDatabase((queries) => sessionWithHash(queries).execute(values))
  return row ?? null
}

/** Runs for each request of a signed-in user. */
const sessionWithHash = prepareOnce('session_with_hash', (queries, name) => {
  const tokenHash = sql.placeholder('tokenHash')
  return queries
    .select()
    .from(sessions)
    .where(matchesCookie(tokenHash, sql.placeholder('now')))
    .orderBy(desc(eq(sessions.tokenHash, tokenHash)))
    .limit(1)
    .prepare(name)
})

type NewSession = {
  tokenHash: TokenHash
  userId: UserId
  /** When the provider created the account. */
  accountCreatedAt: Date
  /** When the user signed in. */
  authenticatedAt: Date
  /** The credential of ours that was used to sign in, if any. */
  credential: CredentialId | null
  expiresAt: Date
  userAgent: string | null
  now: Date
  /** Of the cookie being replaced; its session ends. */
  replacesHash?: TokenHash
}

/**
 * `conflict`: another session has this cookie. `refused`: the account is being secured or was since this sign-in, or the
 * credential was removed. Neither changes anything.
 */
type Insertion = { status: 'inserted'; id: SessionId } | { status: 'conflict' | 'refused' }

/**
 * Creates a session. One statement that locks the rows which allow it: securing the account or removing the credential either
 * waits for it and then ends it, or is seen by it.
 */
export async function insertSession(session: NewSession): Promise<Insertion> {
  const { tokenHash, expiresAt, now, replacesHash } = session
  const id: SessionId = newUuid()
  const userAgent = session.userAgent?.slice(0, maxUserAgentLength) ?? null
  const result = await queryDatabase((queries) => {
    const ending = queries
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(isLiveRow(matchesCookie(replacesHash ?? noHash, now)), sql`exists (select from inserted)`))
    return queries.execute(sql`with allowed as (${lockAllowed(queries, session)}),
      inserted as (
        insert into sessions (id, token_hash, uid, user_agent, created_at, renewed_at, seen_at, checked_at, expires_at)
        select ${id}::uuid, ${tokenHash}, uid, ${userAgent}, moment, moment, moment, moment, ${timeOf(expiresAt)}
        from allowed, (select ${timeOf(now)} as moment) as times
        on conflict do nothing returning id),
      ended as (${ending.getSQL()})
      select (select count(*) from allowed)::integer as allowed, (select count(*) from inserted)::integer as inserted`)
  })
  const [{ allowed, inserted }] = v.parse(insertion, result).rows
  if (inserted > 0) return { status: 'inserted', id }
  return { status: allowed > 0 ? 'conflict' : 'refused' }
}

/** The account's row, locked, if it may get this session. */
function lockAllowed(queries: Queries, session: NewSession) {
  const { userId, accountCreatedAt, authenticatedAt, credential } = session
  const isSame = and(eq(accounts.userId, userId), eq(accounts.createdAt, accountCreatedAt))
  const isSecuredBefore = or(isNull(accounts.securedAt), lte(accounts.securedAt, authenticatedAt))
  const allowed = queries
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(isSame, isNull(accounts.securingAt), isSecuredBefore))
    .$dynamic()
  if (!credential) return allowed.for('share').getSQL()
  const table = requireCredentials()?.table
  if (!table) return allowed.limit(0).getSQL()
  const isTheirs = and(eq(table.userId, accounts.userId), sql`${table.id} = ${credential}`)
  return allowed.innerJoin(table, isTheirs).for('share').getSQL()
}

const timeOf = (date: Date) => sql`${date.toISOString()}::timestamptz`

const insertion = v.object({ rows: v.tuple([v.object({ allowed: v.number(), inserted: v.number() })]) })

/** Matches no cookie. */
const noHash = '' as TokenHash

export type CookieReplacement = {
  /** The session's cookie as the caller read it. */
  currentHash: TokenHash
  /** The browser's cookie, valid until a while after the new one comes back. */
  presentedHash: TokenHash
  newHash: TokenHash
  expiresAt: Date
  now: Date
}

/**
 * Gives a session a new cookie. `lost`: a concurrent renewal won, or the session has ended. `conflict`: another session has
 * the new cookie.
 */
export async function renewSessionRow(renewal: CookieReplacement): Promise<'renewed' | 'lost' | 'conflict'> {
  const { currentHash, presentedHash, newHash, expiresAt, now } = renewal
  const times = { renewedAt: now, seenAt: now, checkedAt: now, expiresAt }
  try {
    const rows = await queryDatabase((queries) =>
      queries
        .update(sessions)
        .set({ tokenHash: newHash, previousHash: presentedHash, previousUntil: null, ...times })
        .where(isLiveRow(eq(sessions.tokenHash, currentHash)))
        .returning({ id: sessions.id }),
    )
    return rows.length > 0 ? 'renewed' : 'lost'
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
  await queryDatabase((queries) =>
    queries
      .update(sessions)
      .set({ previousUntil })
      .where(and(isThis, isNull(sessions.previousUntil))),
  )
}

/**
 * A user's live sessions that aren't expired at `now`, last seen first. To include those that can still be renewed, pass a
 * time earlier by the grace.
 */
export function listSessions(userId: UserId, now: Date): Promise<SessionRow[]> {
  return queryDatabase((queries) =>
    queries
      .select()
      .from(sessions)
      .where(and(isLiveRow(eq(sessions.userId, userId)), gt(sessions.expiresAt, now)))
      .orderBy(desc(sessions.seenAt), desc(sessions.createdAt))
      .limit(maxSessions),
  )
}

/** Updates when a session was last seen, at most once a minute. */
export async function markSeen({ id, seenAt }: Pick<SessionRow, 'id' | 'seenAt'>, now: Date): Promise<void> {
  if (seenAt > before(now, seenEveryMs)) return
  const isDue = lte(sessions.seenAt, before(now, seenEveryMs))
  await queryDatabase((queries) =>
    queries
      .update(sessions)
      .set({ seenAt: now })
      .where(and(eq(sessions.id, id), isDue)),
  )
}

/** Claims the next revocation check, so that only one instance makes it. True if claimed. */
export async function claimCheck(id: SessionId, now: Date, everyMs: number): Promise<boolean> {
  const isDue = or(isNull(sessions.checkedAt), lte(sessions.checkedAt, before(now, everyMs)))
  const rows = await queryDatabase((queries) =>
    queries
      .update(sessions)
      .set({ checkedAt: now })
      .where(and(isLiveRow(eq(sessions.id, id)), isDue))
      .returning({ id: sessions.id }),
  )
  return rows.length > 0
}

const seenEveryMs = 60_000
const maxUserAgentLength = 500

/** Ends one of a user's sessions. False if the user has no such live session. */
export async function endSessionRow(id: SessionId, userId: UserId, now: Date): Promise<boolean> {
  return (await endSessionsWhere(and(eq(sessions.id, id), eq(sessions.userId, userId)), now)) > 0
}

/** Whether the session exists, live or ended, and belongs to another user. */
export async function isOtherUsersSession(id: SessionId, userId: UserId): Promise<boolean> {
  const condition = and(eq(sessions.id, id), ne(sessions.userId, userId))
  const rows = await queryDatabase((queries) =>
    queries.select({ id: sessions.id }).from(sessions).where(condition),
  )
  return rows.length > 0
}

/** Ends a session unless it has been renewed since it was read. */
export async function endUnlessRenewed({ id, tokenHash }: SessionRow, now: Date): Promise<boolean> {
  return (await endSessionsWhere(and(eq(sessions.id, id), eq(sessions.tokenHash, tokenHash)), now)) > 0
}

/** Ends all sessions of a user except one. Returns the number. */
export function endOtherSessionRows(userId: UserId, exceptId: SessionId, now: Date): Promise<number> {
  return endSessionsWhere(and(eq(sessions.userId, userId), ne(sessions.id, exceptId)), now)
}

/** Ends all sessions of a user. Returns the number. */
export function endSessionRows(userId: UserId, now: Date): Promise<number> {
  return endSessionsWhere(eq(sessions.userId, userId), now)
}

/** How many live sessions a user has besides this one. */
export function countOtherSessions(userId: UserId, exceptId: SessionId | null): Promise<number> {
  const isOther = exceptId ? ne(sessions.id, exceptId) : undefined
  return queryDatabase((queries) =>
    queries.$count(sessions, isLiveRow(and(eq(sessions.userId, userId), isOther))),
  )
}

/** Deletes sessions that were revoked, or expired and left their grace period, before `endedBefore`. */
export async function deleteEndedSessions(endedBefore: Date, graceMs = 0): Promise<number> {
  const isExpired = lt(sessions.expiresAt, before(endedBefore, graceMs))
  const rows = await queryDatabase((queries) =>
    queries
      .delete(sessions)
      .where(or(lt(sessions.revokedAt, endedBefore), isExpired))
      .returning({ id: sessions.id }),
  )
  return rows.length
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

async function endSessionsWhere(condition: SQL | undefined, now: Date): Promise<number> {
  const rows = await queryDatabase((queries) =>
    queries
      .update(sessions)
      .set({ revokedAt: now })
      .where(isLiveRow(condition))
      .returning({ id: sessions.id }),
  )
  return rows.length
}

/** The session rows of a user, live and ended: more than anyone has devices. */
export const maxSessions = 100

export function isLiveRow(condition: SQL | undefined): SQL | undefined {
  return and(condition, isNull(sessions.revokedAt))
}

/** Matches the current cookie, and the previous one until `previousUntil`. Both columns are indexed. */
function matchesCookie(tokenHash: TokenHash | Placeholder, now: Date | Placeholder): SQL | undefined {
  const isAccepted = or(isNull(sessions.previousUntil), gt(sessions.previousUntil, now))
  const isPrevious = and(eq(sessions.previousHash, tokenHash), isAccepted)
  return or(eq(sessions.tokenHash, tokenHash), isPrevious)
}

export function before(moment: Date, byMs: number): Date {
  return new Date(moment.getTime() - byMs)
}

/** A user's sessions, live and ended, newest first, at most `maxSessions`. */
export function listAllSessions(userId: UserId): Promise<SessionRow[]> {
  return queryDatabase((queries) =>
    queries
      .select()
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.createdAt))
      .limit(maxSessions),
  )
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
