import 'server-only'
/** What the site knows about each account: its user at the provider, and which address its owner has proved to hold. */
import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import ms from 'ms'
import { newUuid } from '@/lib/uuid'
import { queryDatabase } from './connection'
import type { Queries } from './engine'
import type { ProviderUserId, SessionId, UserId, ValueHash } from './ids'
import { accounts, accountsSince, formerAddresses } from './schema/accounts'
import { sessions, unverifiedAccounts } from './schema/sessions'
import { before } from './sessions'
import { insertUse } from './signing-keys'

/** In Drizzle's `providerUserId` null stands for `userId`; in ours it never does. */
const providerUserId = sql<ProviderUserId>`coalesce(${accounts.providerUserId}, ${accounts.userId})`
export const columns = { ...getTableColumns(accounts), providerUserId }

export type KnownAccount = Omit<typeof accounts.$inferSelect, 'providerUserId'> & {
  providerUserId: ProviderUserId
}

/** A user as the provider has it now; the address in lower case. */
export type SeenUser = {
  providerUserId: ProviderUserId
  createdAt: Date
  email: string | null
  emailVerified: boolean
}

/**
 * The account of a provider's user, created if needed; one that is getting this user is leaving. `recreated`: the provider's ID
 * belonged to another user before. A user may be deleted while it is added: then `isStillThere` says so, and nothing is left.
 */
export async function knowAccount(
  seen: SeenUser,
  isStillThere: () => Promise<boolean> = async () => true,
): Promise<KnownAccount | 'recreated'> {
  const known = await findOne(or(isOfUser(seen.providerUserId), isReceiving(seen.providerUserId)))
  const row = known ?? (await addAccount(seen))
  if (!known && !(await isStillThere())) {
    await queryDatabase((queries) => forgetAccount(queries, row.userId))
    return 'recreated'
  }
  const isSame = row.createdAt.getTime() === seen.createdAt.getTime()
  return isSame || row.leavingAt ? row : 'recreated'
}

export function findAccount(userId: UserId): Promise<KnownAccount | null> {
  return findOne(isAccount(userId))
}

export function findAccountOf(id: ProviderUserId): Promise<KnownAccount | null> {
  return findOne(isOfUser(id))
}

/** A person's user at the provider. An account that isn't known has the person's own ID. */
export async function providerUserOf(userId: UserId): Promise<ProviderUserId> {
  return (await findAccount(userId))?.providerUserId ?? (userId as ProviderUserId)
}

/** The account that is on its way to the owner of this address; null if none is. */
export function findLeaving(address: string): Promise<KnownAccount | null> {
  return findOne(and(eq(accounts.leavingAddress, address), isNull(accounts.mergesInto)))
}

/** The account that gets this new user, who may be there before the account is told. */
export function findReceivingUser(successorId: ProviderUserId): Promise<KnownAccount | null> {
  return findOne(isReceiving(successorId))
}

/** An address that changed without an announcement is given to whoever proves it, for this long. */
const movedForMs = ms('30d')

/** Another account whose owner has proved this address, unless it is known to have lost it more than thirty days ago. */
export function findProvedElsewhere(address: string, userId: UserId | null): Promise<KnownAccount | null> {
  const isLately = or(isNull(accounts.movedAt), gt(accounts.movedAt, before(new Date(), movedForMs)))
  const isOther = userId === null ? undefined : ne(accounts.userId, userId)
  return findOne(and(eq(accounts.address, address), isLately, isOther))
}

/** A mailbox takes back an account that it has lost by an announced change for this long. */
const recoveredForMs = ms('7d')

/** The account that had proved this address until an announced change of the last seven days. */
export async function findFormer(address: string): Promise<KnownAccount | null> {
  const isLately = gt(formerAddresses.changedAt, before(new Date(), recoveredForMs))
  const [former] = await queryDatabase((queries) =>
    queries
      .select({ userId: formerAddresses.userId })
      .from(formerAddresses)
      .where(and(eq(formerAddresses.address, address), isLately))
      .orderBy(desc(formerAddresses.changedAt))
      .limit(1),
  )
  return former ? findAccount(former.userId) : null
}

async function findOne(condition: SQL | undefined): Promise<KnownAccount | null> {
  const [row] = await queryDatabase((queries) =>
    queries
      .select(columns)
      .from(accounts)
      .where(condition)
      .orderBy(sql`${accounts.provedAt} desc nulls last`)
      .limit(1),
  )
  return row ?? null
}

/**
 * Adds an account at its first sign-in. One that is older than this table and whose address the provider has verified counts
 * as proved, unless the last release knows that somebody used it before that. The site's ID is the provider's, unless that
 * is another account's: its owner has a new user since.
 */
async function addAccount(seen: SeenUser): Promise<KnownAccount> {
  const { createdAt, email, emailVerified } = seen
  const [since] = await queryDatabase((queries) => queries.select().from(accountsSince))
  const isOlder = since !== undefined && createdAt < since.at
  const isProved = isOlder && emailVerified && email !== null && !(await wasUnverified(seen.providerUserId))
  const proof = isProved ? { address: email, provedAt: new Date() } : {}
  const isTaken = (await findAccount(seen.providerUserId)) !== null
  const userId = isTaken ? newUuid<'UserId'>() : seen.providerUserId
  await queryDatabase((queries) =>
    queries
      .insert(accounts)
      .values({ userId, providerUserId: seen.providerUserId, createdAt, ...proof })
      .onConflictDoNothing(),
  )
  const row = await findAccountOf(seen.providerUserId)
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
  return row.leavingAt === null && row.address === email
}

/** A proved address, and the signed value that proved it, if one did: it proves once. */
export type Proved = {
  address: string
  used: { hash: ValueHash; expiresAt: Date } | null
  isFirst: boolean
  /** Whether the owner acts against somebody, who may have announced another address. */
  endsAnnouncement?: boolean
}

/** Uses up what proved the address, and records a first proof. False if that was used before, or the account is leaving. */
export async function recordProof(queries: Queries, userId: UserId, proof: Proved): Promise<boolean> {
  const { address, used, isFirst, endsAnnouncement } = proof
  const isUnused = used === null || (await insertUse(queries, used))
  if (!isFirst && endsAnnouncement && isUnused)
    await changeAccount(queries, isStaying(userId), noAnnouncement)
  if (!isFirst) return true
  const proved = { address, provedAt: new Date(), movedAt: null, ...noAnnouncement }
  return isUnused && (await changeAccount(queries, isStaying(userId), proved)) !== null
}

/** The same in a transaction of its own. */
export function recordProofNow(userId: UserId, proof: Proved): Promise<boolean> {
  return queryDatabase((queries) =>
    queries.transaction((transaction) => recordProof(transaction, userId, proof)),
  )
}

/**
 * Announces that a proved account, or one without an address, changes to this one: until the press of a mail. Null: it is
 * about to have none, which needs no mail.
 */
export async function announceAddress(
  { userId, id }: { userId: UserId; id: SessionId },
  nextAddress: string | null,
): Promise<void> {
  const nextAt = new Date()
  const nextProvedAt = nextAddress === null ? nextAt : null
  const next = { nextAddress: nextAddress ?? noAddress, nextSessionId: id, nextAt, nextProvedAt }
  await queryDatabase((queries) => changeAccount(queries, isStaying(userId), next))
}

/** What an announcement has in the place of an address, and for how long: its page removes the address at once. */
const noAddress = ''
const removedForMs = ms('1h')

/** Whether the user's address is the announced one. */
export function isAnnouncedAddress(
  { nextAddress, nextProvedAt }: KnownAccount,
  email: string | null,
): boolean {
  return nextProvedAt !== null && nextAddress === (email ?? noAddress)
}

export const noAnnouncement = { nextAddress: null, nextSessionId: null, nextAt: null, nextProvedAt: null }

/** Longer than the provider's mail is valid. */
const announcedForMs = ms('7d')

/** Records that the mail to a new address was pressed. Counts for accounts that have announced this very change. */
export async function proveAnnounced(from: string | null, to: string): Promise<void> {
  const isFrom = from === null ? isNull(accounts.address) : eq(accounts.address, from)
  const isAnnounced = and(
    eq(accounts.nextAddress, to),
    gt(accounts.nextAt, before(new Date(), announcedForMs)),
  )
  await queryDatabase((queries) =>
    changeAccount(queries, and(isFrom, isAnnounced), { nextProvedAt: new Date() }),
  )
}

/** Withdraws an announcement: of this session, of any other, or of all, as when those are ended. */
export async function withdrawAnnouncement(
  userId: UserId,
  { of, except }: { of?: SessionId; except?: SessionId } = {},
): Promise<void> {
  const isBy = and(of && eq(accounts.nextSessionId, of), except && ne(accounts.nextSessionId, except))
  await queryDatabase((queries) => changeAccount(queries, and(isAccount(userId), isBy), noAnnouncement))
}

/** The account at its announced address; its former one can take it back for a week. */
export function moveToAnnounced(row: KnownAccount): Promise<KnownAccount | null> {
  const { userId, address, nextAddress } = row
  const isAnnounced = and(
    isStaying(userId),
    isNotNull(accounts.nextProvedAt),
    eq(accounts.nextAddress, nextAddress ?? noAddress),
    gt(accounts.nextAt, before(new Date(), nextAddress === noAddress ? removedForMs : announcedForMs)),
  )
  return queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      const proved = { address: nextAddress || null, provedAt: new Date(), movedAt: null }
      const moved = { ...proved, ...noAnnouncement }
      const changed = await changeAccount(transaction, isAnnounced, moved)
      if (changed && address) await addFormer(transaction, userId, address)
      return changed ?? row
    }),
  )
}

async function addFormer(queries: Queries, userId: UserId, address: string): Promise<void> {
  await queries.insert(formerAddresses).values({ id: newUuid(), userId, address, changedAt: new Date() })
}

/** An operator gives an account another address. Former ones take nothing back then. */
export async function setProvedAddress(userId: UserId, address: string): Promise<void> {
  const proved = { address, provedAt: new Date(), movedAt: null, ...noAnnouncement }
  await queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      const changed = await changeAccount(transaction, isStaying(userId), proved)
      if (changed) await transaction.delete(formerAddresses).where(eq(formerAddresses.userId, userId))
    }),
  )
}

/** Records what was noticed of the address: that it has moved unannounced, was put back, or that its owner has read so. */
export async function noteAddress(
  userId: UserId,
  noted: Partial<Pick<KnownAccount, 'movedAt' | 'putBackAt'>>,
): Promise<void> {
  await queryDatabase((queries) => changeAccount(queries, isAccount(userId), noted))
}

/** When the provider was last seen to have the account's address: at the latest of its sign-ins and renewals. */
export async function addressSeenAt({ userId, provedAt }: KnownAccount): Promise<Date> {
  const [last] = await queryDatabase((queries) =>
    queries
      .select({ at: sessions.renewedAt })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.renewedAt))
      .limit(1),
  )
  return new Date(Math.max(last?.at.getTime() ?? 0, provedAt?.getTime() ?? 0))
}

/** Deletes what is known about an account that is gone, also by the last release. */
export async function forgetAccount(queries: Queries, userId: UserId): Promise<void> {
  await queries.delete(accounts).where(isAccount(userId))
  await queries.delete(formerAddresses).where(eq(formerAddresses.userId, userId))
  await queries.delete(unverifiedAccounts).where(eq(unverifiedAccounts.userId, userId))
}

/** A former address older than a week takes nothing back. */
export async function deleteFormerAddresses(now = new Date()): Promise<void> {
  const isOld = lt(formerAddresses.changedAt, before(now, recoveredForMs))
  await queryDatabase((queries) => queries.delete(formerAddresses).where(isOld))
}

/** The last release's record of a sign-in before the address was verified: one row or none. */
export function listUnverified(userId: UserId): Promise<(typeof unverifiedAccounts.$inferSelect)[]> {
  return queryDatabase((queries) =>
    queries.select().from(unverifiedAccounts).where(eq(unverifiedAccounts.userId, userId)),
  )
}

/** The addresses that can still take the account back. */
export function listFormer(userId: UserId): Promise<(typeof formerAddresses.$inferSelect)[]> {
  return queryDatabase((queries) =>
    queries.select().from(formerAddresses).where(eq(formerAddresses.userId, userId)),
  )
}

export async function changeAccount(
  queries: Queries,
  condition: SQL | undefined,
  values: Parameters<ReturnType<Queries['update']>['set']>[0],
): Promise<KnownAccount | null> {
  const [row] = await queries.update(accounts).set(values).where(condition).returning(columns)
  return row ?? null
}

export function isOfUser(id: ProviderUserId): SQL {
  return eq(providerUserId, id)
}

function isReceiving(id: ProviderUserId): SQL | undefined {
  return and(eq(accounts.successorId, id), isNotNull(accounts.leavingAt))
}

export function isAccount(userId: UserId): SQL {
  return eq(accounts.userId, userId)
}

/** It isn't on its way to another owner. */
export function isStaying(userId: UserId): SQL | undefined {
  return and(isAccount(userId), isNull(accounts.leavingAt))
}
