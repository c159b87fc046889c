import 'server-only'
/** Passkey rows. Every query names the owner, except for a sign-in. */
import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { maxPasskeys, type PasskeyId } from '@/lib/passkeys/passkeys'
import { isStaying } from '@/lib/server/database/accounts'
import { queryDatabase } from '@/lib/server/database/connection'
import type { Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import { accounts } from '@/lib/server/database/schema/accounts'
import { type Author, requireLiveSession, rowIf, writeAs } from '@/lib/server/database/writes'
import { passkeys, userHandles } from './tables'

export type PasskeyRow = typeof passkeys.$inferSelect

/** The user's handle for all passkeys, created if needed. */
export async function userHandleOf(session: Author): Promise<string> {
  const { userId } = session
  const [known] = await listUserHandles(userId)
  if (known) return known.handle
  const fresh = randomBytes(32).toString('base64url')
  const [row] = await writeAs(session, (queries, isLive) =>
    queries
      .insert(userHandles)
      .select(rowIf(isLive, userHandles, { userId, handle: fresh }))
      // Concurrent calls get the same handle.
      .onConflictDoUpdate({ target: userHandles.userId, set: { userId } })
      .returning({ handle: userHandles.handle }),
  )
  return row?.handle ?? fresh
}

/** The passkey with this credential ID, of any user, and its owner's handle; null if there is none. */
export async function findPasskey(credentialId: string): Promise<(PasskeyRow & { handle: string }) | null> {
  const [row] = await queryDatabase((queries) =>
    queries
      .select({ passkey: passkeys, handle: userHandles.handle })
      .from(passkeys)
      .innerJoin(userHandles, eq(userHandles.userId, passkeys.userId))
      .where(eq(passkeys.credentialId, credentialId)),
  )
  return row ? { ...row.passkey, handle: row.handle } : null
}

/** A user's passkeys, last added first. */
export function listPasskeyRows(userId: UserId): Promise<PasskeyRow[]> {
  return queryDatabase((queries) =>
    queries
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(desc(passkeys.createdAt), desc(passkeys.id)),
  )
}

/** Who adds a passkey: their session, and the account's address as it says, in lower case. */
export type PasskeyAuthor = Author & { email: string | null }

type Insertion = 'inserted' | 'passkey-exists' | 'too-many-passkeys' | 'address-not-proved'

/**
 * Adds a passkey, or returns why not. `address-not-proved`: also while the account goes to another owner. Locks the rows that
 * allow it, so that giving the account to another owner waits for it or is seen.
 */
export function insertPasskey(row: PasskeyRow, { id, userId, email }: PasskeyAuthor): Promise<Insertion> {
  return queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      const isProved = email === null ? isNull(accounts.address) : eq(accounts.address, email)
      const isAllowed = and(isStaying(userId), isProved)
      if ((await transaction.select().from(accounts).where(isAllowed).for('share')).length === 0)
        return 'address-not-proved'
      // After the account, as in `endWrites`.
      await requireLiveSession(transaction, { id, userId })
      await lockPasskeysOf(transaction, userId)
      const count = await transaction.$count(passkeys, eq(passkeys.userId, userId))
      if (count >= maxPasskeys) return 'too-many-passkeys'
      const inserted = await transaction
        .insert(passkeys)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: passkeys.id })
      return inserted.length > 0 ? 'inserted' : 'passkey-exists'
    }),
  )
}

/** Names a user's passkey; a null name is the authenticator's. Null if the user has no such passkey. */
export async function renamePasskeyRow(
  id: PasskeyId,
  session: Author,
  name: string | null,
): Promise<PasskeyRow | null> {
  const [row] = await writeAs(session, (queries, isLive) =>
    queries
      .update(passkeys)
      .set({ name })
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, session.userId), isLive))
      .returning(),
  )
  return row ?? null
}

type PasskeyRemoval = {
  id: PasskeyId
  /** The site's; passkeys with another RP ID can't be used here. */
  rpId: string
  /** Whether the user can sign in without any passkey. */
  hasOtherMethod: boolean
}

/** Deletes a passkey and returns it. `last`: it stays, being the user's only sign-in method. */
export function deletePasskeyRow(
  session: Author,
  { id, rpId, hasOtherMethod }: PasskeyRemoval,
): Promise<PasskeyRow | 'last' | 'absent'> {
  const { userId } = session
  return queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      await requireLiveSession(transaction, session)
      // Of two concurrent removals, the second sees the first.
      await lockPasskeysOf(transaction, userId)
      const isThis = and(eq(passkeys.id, id), eq(passkeys.userId, userId))
      const [found] = await transaction.select().from(passkeys).where(isThis)
      if (!found) return 'absent'
      const isUsableOther = and(eq(passkeys.userId, userId), eq(passkeys.rpId, rpId), ne(passkeys.id, id))
      const isNeeded =
        !hasOtherMethod && found.rpId === rpId && (await transaction.$count(passkeys, isUsableOther)) === 0
      if (isNeeded) return 'last'
      await transaction.delete(passkeys).where(isThis)
      return found
    }),
  )
}

async function lockPasskeysOf(queries: Queries, userId: UserId): Promise<void> {
  await queries
    .select({ userId: userHandles.userId })
    .from(userHandles)
    .where(eq(userHandles.userId, userId))
    .for('update')
}

/** Whether another user has this passkey. */
export async function isOtherUsersPasskey(id: PasskeyId, userId: UserId): Promise<boolean> {
  const isOthers = and(eq(passkeys.id, id), ne(passkeys.userId, userId))
  return (await queryDatabase((queries) => queries.$count(passkeys, isOthers))) > 0
}

/** What an authenticator reports when a passkey is used. */
export type PasskeyUse = { counter: number; isBackupEligible: boolean; isBackedUp: boolean; now: Date }

/**
 * Records a use of a passkey. False, without changes, if the counter hasn't risen: the passkey was copied, or two responses
 * came together (WebAuthn section 6.1.1). Authenticators without a counter stay at 0. A passkey that may be backed up is
 * copied by design, and its next manager may count from 0; it is trusted to be one if it was before and still says so.
 */
export async function recordPasskeyUse(id: PasskeyId, use: PasskeyUse): Promise<boolean> {
  const { counter, isBackupEligible, isBackedUp, now } = use
  const isUncounted = counter === 0 ? eq(passkeys.counter, 0) : sql`false`
  const mayBeCopied = isBackupEligible ? eq(passkeys.isBackupEligible, true) : sql`false`
  const rows = await queryDatabase((queries) =>
    queries
      .update(passkeys)
      .set({ counter, isBackupEligible, isBackedUp, lastUsedAt: now })
      .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), isUncounted, mayBeCopied)))
      .returning({ id: passkeys.id }),
  )
  return rows.length > 0
}

/** Deletes all passkeys of a user, and the handle. */
export async function deletePasskeyRows(queries: Queries, userId: UserId): Promise<void> {
  await queries.transaction(async (transaction) => {
    await transaction.delete(userHandles).where(eq(userHandles.userId, userId))
    await transaction.delete(passkeys).where(eq(passkeys.userId, userId))
  })
}

/** A user's handle: one row or none. */
export function listUserHandles(userId: UserId): Promise<(typeof userHandles.$inferSelect)[]> {
  return queryDatabase((queries) => queries.select().from(userHandles).where(eq(userHandles.userId, userId)))
}
