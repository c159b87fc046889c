import 'server-only'
/** What the site knows about each account: whose it is, and which address its owner has proved to hold. */
import { and, eq, isNull, lt, or, type SQL } from 'drizzle-orm'
import ms from 'ms'
import { queryDatabase } from './connection'
import type { Queries } from './engine'
import type { UserId } from './ids'
import { accounts, accountsSince } from './schema/accounts'
import { unverifiedAccounts } from './schema/sessions'
import { before } from './sessions'

export type KnownAccount = typeof accounts.$inferSelect

/** An account as the provider has it now; the address in lower case. */
export type SeenAccount = { createdAt: Date; email: string | null; emailVerified: boolean }

/**
 * The account's row, created if needed. `recreated`: an account with this ID belonged to somebody else, whose rows are still
 * here. A proof of a former address is deleted, so that its mailbox has to prove it again.
 */
export async function knowAccount(userId: UserId, seen: SeenAccount): Promise<KnownAccount | 'recreated'> {
  const row = (await findAccount(userId)) ?? (await addAccount(userId, seen))
  if (row.createdAt.getTime() !== seen.createdAt.getTime()) return 'recreated'
  if (row.address === seen.email || row.tokensUntil || row.securingAt) return row
  const isMove = seen.email !== null && row.nextAddress === seen.email
  if (row.address === null && !isMove) return row
  const proof = isMove ? { address: seen.email, provedAt: new Date() } : { address: null, provedAt: null }
  return (await changeAccount(isFree(userId), { ...proof, nextAddress: null })) ?? row
}

export async function findAccount(userId: UserId): Promise<KnownAccount | null> {
  const [row] = await queryDatabase((queries) => queries.select().from(accounts).where(isAccount(userId)))
  return row ?? null
}

/**
 * Adds an account at its first sign-in. One that is older than this table and whose address the provider has verified counts
 * as proved, unless the last release knows that somebody used it before that.
 */
async function addAccount(
  userId: UserId,
  { createdAt, email, emailVerified }: SeenAccount,
): Promise<KnownAccount> {
  const [since] = await queryDatabase((queries) => queries.select().from(accountsSince))
  const isOlder = since !== undefined && createdAt < since.at
  const isProved = isOlder && emailVerified && email !== null && !(await wasUnverified(userId))
  const proof = isProved ? { address: email, provedAt: new Date() } : {}
  const [added] = await queryDatabase((queries) =>
    queries
      .insert(accounts)
      .values({ userId, createdAt, ...proof })
      .onConflictDoNothing()
      .returning(),
  )
  const row = added ?? (await findAccount(userId))
  if (!row) throw new Error('The account was deleted while it was added')
  return row
}

/** Whether the last release saw a sign-in before the address was verified. */
async function wasUnverified(userId: UserId): Promise<boolean> {
  const isThis = eq(unverifiedAccounts.userId, userId)
  return (await queryDatabase((queries) => queries.$count(unverifiedAccounts, isThis))) > 0
}

/** Whether the account may add and use passkeys: its present address is proved, or it has none. */
export function isAddressProved(row: KnownAccount, email: string | null): boolean {
  return row.securingAt === null && (email === null || row.address === email)
}

/** Records a proof when nothing had to be removed. */
export async function recordProof(userId: UserId, address: string): Promise<void> {
  await changeAccount(isFree(userId), { address, provedAt: new Date(), nextAddress: null })
}

/** Lets a proved account, or one without an address, change to this address without a new first proof. */
export async function allowNextAddress(userId: UserId, nextAddress: string): Promise<void> {
  await changeAccount(isFree(userId), { nextAddress })
}

/** Records that a custom token is about to be signed. False, so that none is, while the account is being secured. */
export async function recordCustomToken(userId: UserId, now: Date): Promise<boolean> {
  return (await changeAccount(isFree(userId), { tokenAt: now })) !== null
}

/** Deletes what is known about an account that is gone, also by the last release. */
export async function forgetAccount(queries: Queries, userId: UserId): Promise<void> {
  await queries.delete(accounts).where(isAccount(userId))
  await queries.delete(unverifiedAccounts).where(eq(unverifiedAccounts.userId, userId))
}

/** A securing that takes longer is taken to have failed, and the next proof starts over. */
const maxSecuringMs = ms('30s')

/**
 * Begins to secure an account: from now on it gets no session and no passkey. Waits for insertions that have begun. Null if
 * another request is just doing it.
 */
export function startSecuring(userId: UserId, now: Date): Promise<KnownAccount | null> {
  const mayStart = or(isNull(accounts.securingAt), lt(accounts.securingAt, before(now, maxSecuringMs)))
  return changeAccount(and(isAccount(userId), mayStart), { securingAt: now })
}

type Secured = Pick<KnownAccount, 'securedAt' | 'securedBy' | 'tokensUntil'> & {
  startedAt: Date
  address: string
}

/** Ends it with the proof. False if another request has started over meanwhile. */
export async function finishSecuring(userId: UserId, { startedAt, ...proof }: Secured): Promise<boolean> {
  // The owner's own custom token counts, too, should the account change hands again.
  const done = { ...proof, provedAt: new Date(), tokenAt: startedAt, securingAt: null, nextAddress: null }
  const isOurs = and(isAccount(userId), eq(accounts.securingAt, startedAt))
  return (await changeAccount(isOurs, done)) !== null
}

/** Gives up securing an account. Each sign-in then needs a proof, with which it starts over. */
export async function abandonSecuring(userId: UserId, startedAt: Date): Promise<void> {
  const isOurs = and(isAccount(userId), eq(accounts.securingAt, startedAt))
  await changeAccount(isOurs, { securingAt: null, tokensUntil: new Date() })
}

/** Accounts whose securing has failed without a word, as by a crash. */
export function listInterrupted(now: Date): Promise<KnownAccount[]> {
  return queryDatabase((queries) =>
    queries
      .select()
      .from(accounts)
      .where(lt(accounts.securingAt, before(now, maxSecuringMs))),
  )
}

/** The last release's record of a sign-in before the address was verified: one row or none. */
export function listUnverified(userId: UserId): Promise<(typeof unverifiedAccounts.$inferSelect)[]> {
  return queryDatabase((queries) =>
    queries.select().from(unverifiedAccounts).where(eq(unverifiedAccounts.userId, userId)),
  )
}

async function changeAccount(
  condition: SQL | undefined,
  values: Partial<KnownAccount>,
): Promise<KnownAccount | null> {
  const [row] = await queryDatabase((queries) =>
    queries.update(accounts).set(values).where(condition).returning(),
  )
  return row ?? null
}

function isAccount(userId: UserId): SQL {
  return eq(accounts.userId, userId)
}

/** Nobody is securing it. */
function isFree(userId: UserId): SQL | undefined {
  return and(isAccount(userId), isNull(accounts.securingAt))
}
