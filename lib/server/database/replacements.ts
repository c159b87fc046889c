import 'server-only'
/** Gives accounts new users at the provider: one request at a time, in steps that the next one can repeat. */
import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import ms from 'ms'
import {
  changeAccount,
  columns,
  forgetAccount,
  isAccount,
  isOfUser,
  isStaying,
  type KnownAccount,
  noAnnouncement,
  type Proved,
} from './accounts'
import { queryDatabase } from './connection'
import type { Queries } from './engine'
import { requireFromRooms } from './from-rooms'
import type { ProviderUserId, UserId } from './ids'
import { accounts, formerAddresses } from './schema/accounts'
import { sessions } from './schema/sessions'
import { before, isLiveRow } from './sessions'
import { insertUse } from './signing-keys'
import { endWrites } from './writes'

export type Replacement = {
  address: string
  successorId: ProviderUserId
  /** The Google account that was the proof, if it was. */
  googleId: string | null
  /** Another account at this address, whose rows come along, and which then is gone. */
  merged: KnownAccount | null
}

/**
 * Begins to give an account to the owner of an address: from now on it gets no session and no passkey, and what others may
 * have set up is gone: sessions, and what rooms release. Waits for insertions that have begun. A replacement that has begun
 * for the same proof keeps its successor; any other gets a new one, whom nobody may have met. Null if another request is at
 * it, or an account isn't as it was found: the next request decides anew. Without an account, one is added.
 */
export function startReplacement(
  account: KnownAccount | null,
  { address, successorId, googleId, merged }: Replacement,
): Promise<{ row: KnownAccount; endedLinks: number } | null> {
  const leaving = { leavingAddress: address, leavingAt: sql`now()`, successorGoogleId: googleId }
  return queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      if (!account) return addLeaving(transaction, address, { ...leaving, successorId })
      const wanted = [and(isAsFound(account), isNull(accounts.mergesInto), isFree)]
      if (merged) wanted.push(and(isAsFound(merged), isNull(accounts.leavingAt)))
      const locked = transaction
        .select(columns)
        .from(accounts)
        .where(or(...wanted))
      const found = await locked.orderBy(accounts.userId).for('update')
      if (found.length < wanted.length) return null
      const isSameProof = sql`${accounts.leavingAddress} = ${address} and ${accounts.successorGoogleId} is not distinct from ${googleId}`
      const kept = sql`case when ${isSameProof} then coalesce(${accounts.successorId}, ${successorId}) else ${successorId} end`
      const { userId } = account
      const values = { ...leaving, successorId: kept, ...noAnnouncement }
      const row = await changeAccount(transaction, isAccount(userId), values)
      if (!row) return null
      if (merged) {
        const goes = { ...leaving, successorGoogleId: null, mergesInto: userId, ...noAnnouncement }
        await changeAccount(transaction, isAccount(merged.userId), goes)
      }
      let endedLinks = 0
      for (const id of merged ? [userId, merged.userId] : [userId]) {
        const isTheirs = isLiveRow(eq(sessions.userId, id))
        await transaction.update(sessions).set({ revokedAt: new Date() }).where(isTheirs)
        endedLinks += await requireFromRooms().releaseRows(transaction, id)
      }
      return { row, endedLinks }
    }),
  )
}

/** Another request replaces the user, or has until lately: by the database's clock, as those of instances differ. */
const isOver = sql`${accounts.leavingAt} < now() - interval '30 seconds'`
const isFree = or(isNull(accounts.leavingAt), isOver)

/** Neither its user nor its proved address has changed since it was found. */
function isAsFound({ userId, providerUserId: id, address }: KnownAccount): SQL | undefined {
  const isSameAddress = address === null ? isNull(accounts.address) : eq(accounts.address, address)
  return and(isAccount(userId), isOfUser(id), isSameAddress)
}

/** One at a time for an address: of two, each would take it from the other's user. */
async function addLeaving(
  queries: Queries,
  address: string,
  leaving: { successorId: ProviderUserId } & Record<string, unknown>,
): Promise<{ row: KnownAccount; endedLinks: number } | null> {
  await queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`leaving ${address}`}))`)
  const isLeaving = and(eq(accounts.leavingAddress, address), isNotNull(accounts.leavingAt))
  // By the same proof: this request has waited for another.
  const isProvedJustNow = and(
    eq(accounts.address, address),
    gt(accounts.provedAt, before(new Date(), ms('2m'))),
  )
  if ((await queries.$count(accounts, or(isLeaving, isProvedJustNow))) > 0) return null
  const added = { userId: leaving.successorId, createdAt: new Date(), ...leaving }
  const [row] = await queries.insert(accounts).values(added).returning(columns)
  return row ? { row, endedLinks: 0 } : null
}

/**
 * Ends an attempt. `paused`: the next request may go on immediately. `canceled`: nothing has happened at the provider, and all
 * is as before, also for the account that would have come along; one that was added for it is gone.
 */
export async function endAttempt(
  { userId, successorId, leavingAt }: KnownAccount,
  how: 'paused' | 'canceled',
): Promise<void> {
  const isOurs = and(isAccount(userId), leavingAt ? eq(accounts.leavingAt, leavingAt) : sql`false`)
  await queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      if (how === 'paused') return changeAccount(transaction, isOurs, { leavingAt: new Date(0) })
      const ended = await changeAccount(transaction, isOurs, notLeaving)
      if (ended && userId === successorId) await transaction.delete(accounts).where(isAccount(userId))
      if (ended) await transaction.update(accounts).set(notLeaving).where(eq(accounts.mergesInto, userId))
    }),
  )
}

const notLeaving = {
  ...{ leavingAddress: null, leavingAt: null, successorId: null, successorGoogleId: null, mergesInto: null },
}

type Finished = { createdAt: Date; used: Proved['used'] }

/**
 * Ends a replacement: the account has its new user and a proved address, and the proof is used up. True also if another
 * attempt has just ended it with the same user, false if the account has or gets any other.
 */
export function finishReplacement(row: KnownAccount, { createdAt, used }: Finished): Promise<boolean> {
  const { userId, leavingAddress: address, successorId } = row
  if (!successorId) return Promise.resolve(false)
  return queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      const isOurs = and(
        isAccount(userId),
        eq(accounts.successorId, successorId),
        isNotNull(accounts.leavingAt),
      )
      const done = {
        ...{ providerUserId: successorId, createdAt, address },
        ...{ provedAt: new Date(), movedAt: null, putBackAt: null },
      }
      const changed = await changeAccount(transaction, isOurs, { ...done, ...notLeaving })
      const isThere = and(isStaying(userId), isOfUser(successorId))
      if (!changed && (await transaction.$count(accounts, isThere)) === 0) return false
      if (used) await insertUse(transaction, used)
      if (!changed) return true
      // Else whoever had it at another address could take it back.
      await transaction.delete(formerAddresses).where(eq(formerAddresses.userId, userId))
      await mergeAll(transaction, userId, userId)
      return true
    }),
  )
}

/**
 * Ends an attempt whose address another account has proved since: all that is on its way there goes to that one. Nothing is
 * left on its way, and nothing is lost.
 */
export async function endInProved(row: KnownAccount, to: UserId): Promise<void> {
  const { userId, leavingAt, leavingAddress } = row
  if (!leavingAt || !leavingAddress) return
  const isOurs = and(isAccount(userId), eq(accounts.leavingAt, leavingAt))
  const isProved = and(isStaying(to), eq(accounts.address, leavingAddress))
  await queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      const locked = transaction.select().from(accounts).where(or(isOurs, isProved))
      if ((await locked.orderBy(accounts.userId).for('update')).length < 2) return
      await mergeAll(transaction, userId, to)
      await mergeRows(transaction, userId, to)
    }),
  )
}

/** Gives the rows of all accounts that merge into one. */
async function mergeAll(queries: Queries, target: UserId, to: UserId): Promise<void> {
  const merged = await queries.select().from(accounts).where(eq(accounts.mergesInto, target))
  for (const other of merged) await mergeRows(queries, other.userId, to)
}

/** Gives all rows of an account to another one, in a transaction. Then it is gone. */
export async function mergeRows(queries: Queries, from: UserId, to: UserId): Promise<void> {
  await endWrites(queries, from)
  await requireFromRooms().moveRows(queries, from, to)
  await forgetAccount(queries, from)
}

/** Accounts whose replacement has stopped without a word, as by a crash or an outage: in any order, so that none waits for ever. */
export function listInterrupted(): Promise<KnownAccount[]> {
  const isDue = and(isOver, isNull(accounts.mergesInto))
  return queryDatabase((queries) =>
    queries.select(columns).from(accounts).where(isDue).orderBy(sql`random()`).limit(20),
  )
}
