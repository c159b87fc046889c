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
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { CredentialId } from '@/lib/session/token'
import { newUuid } from '@/lib/uuid'
import { deleteInBatches, queryDatabase } from './connection'
import { requireCredentials } from './credentials'
import { prepareOnce, type Queries } from './engine'
import { isUniqueViolation } from './errors'
import type { SessionId, TokenHash, UserId } from './ids'
import { accounts } from './schema/accounts'
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

function selectSessions(queries: Queries) {
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
 * credential was removed. `bound`: this very sign-in has a session on a device, whose tokens alone open no other. None changes
 * anything.
 */
type Insertion = { status: 'inserted'; id: SessionId } | { status: 'conflict' | 'refused' | 'bound' }

/**
 * Creates a session. Locks the rows which allow it: securing the account or removing the credential either waits for it and
 * then ends it, or is seen by it.
 */
export function insertSession(session: NewSession): Promise<Insertion> {
  const { tokenHash, userId, authenticatedAt, expiresAt, now, replacesHash } = session
  const id: SessionId = newUuid()
  const userAgent = session.userAgent?.slice(0, maxUserAgentLength) ?? null
  const times = { createdAt: now, renewedAt: now, seenAt: now, checkedAt: now, expiresAt }
  return queryDatabase((queries) =>
    queries.transaction(async (transaction): Promise<Insertion> => {
      if (!(await isAllowed(transaction, session))) return { status: 'refused' }
      if (await isBoundSignIn(transaction, session)) return { status: 'bound' }
      const inserted = await transaction
        .insert(sessions)
        .values({ id, tokenHash, userId, userAgent, authenticatedAt, ...times })
        .onConflictDoNothing()
        .returning({ id: sessions.id })
      if (inserted.length === 0) return { status: 'conflict' }
      if (replacesHash) {
        const isReplaced = isLiveRow(matchesCookie(replacesHash, now))
        await transaction.update(sessions).set({ revokedAt: now }).where(isReplaced)
      }
      return { status: 'inserted', id }
    }),
  )
}

const maxUserAgentLength = 500

/** Whether the account may get this session; locks its row and the credential's. */
async function isAllowed(queries: Queries, session: NewSession): Promise<boolean> {
  const { userId, accountCreatedAt, authenticatedAt, credential } = session
  const isSame = and(eq(accounts.userId, userId), eq(accounts.createdAt, accountCreatedAt))
  const isSecuredBefore = or(isNull(accounts.securedAt), lte(accounts.securedAt, authenticatedAt))
  const allowed = queries
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(isSame, isNull(accounts.securingAt), isSecuredBefore))
    .$dynamic()
  if (!credential) return (await allowed.for('share')).length > 0
  const table = requireCredentials()?.table
  if (!table) return false
  const isTheirs = and(eq(table.userId, accounts.userId), sql`${table.id} = ${credential}`)
  return (await allowed.innerJoin(table, isTheirs).for('share')).length > 0
}

/** Whether a live session of the same sign-in is bound. One that isn't yet may have been lost with its answer. */
async function isBoundSignIn(queries: Queries, { userId, authenticatedAt }: NewSession): Promise<boolean> {
  const isSame = and(eq(sessions.userId, userId), eq(sessions.authenticatedAt, authenticatedAt))
  const bound = selectSessions(queries).where(isLiveRow(and(isSame, isNotNull(sessionBindings.confirmedAt))))
  return (await bound.limit(1)).length > 0
}

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

/** How many live sessions a user has besides this one. */
export function countOtherSessions(userId: UserId, exceptId: SessionId | null): Promise<number> {
  const isOther = exceptId ? ne(sessions.id, exceptId) : undefined
  return queryDatabase((queries) =>
    queries.$count(sessions, isLiveRow(and(eq(sessions.userId, userId), isOther))),
  )
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
function matchesCookie(tokenHash: TokenHash | Placeholder, now: Date | Placeholder): SQL | undefined {
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
