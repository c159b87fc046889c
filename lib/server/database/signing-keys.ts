import 'server-only'
/** The keys of signed values, shared by all instances, and the values that were used. */
import { randomBytes } from 'node:crypto'
import { desc, eq, lt } from 'drizzle-orm'
import ms from 'ms'
import { deleteInBatches, queryDatabase } from './connection'
import type { Queries } from './engine'
import type { ValueHash } from './ids'
import { signingKeys, usedValues } from './schema/accounts'

export type SigningKey = { generation: number; secret: string }

/** A key signs for this long; the one before still verifies, so it must be longer than any signed value is valid. */
const rotatedAfterMs = ms('7d')

/** The newest key first, and the one before it. Creates a key if there's none or the newest is due. */
export async function currentSigningKeys(now = new Date()): Promise<SigningKey[]> {
  const known = await readKeys()
  const [newest] = known
  if (newest && now.getTime() - newest.createdAt.getTime() < rotatedAfterMs) return known
  const generation = (newest?.generation ?? 0) + 1
  const key = { generation, secret: randomBytes(32).toString('base64url'), createdAt: now }
  await queryDatabase((queries) => queries.insert(signingKeys).values(key).onConflictDoNothing())
  await queryDatabase((queries) =>
    queries.delete(signingKeys).where(lt(signingKeys.generation, generation - 1)),
  )
  return readKeys()
}

function readKeys() {
  return queryDatabase((queries) =>
    queries.select().from(signingKeys).orderBy(desc(signingKeys.generation)).limit(2),
  )
}

/** Records the use of a value. False if it was used before: of concurrent uses only one is the first. */
export function recordUse(hash: ValueHash, expiresAt: Date): Promise<boolean> {
  return queryDatabase((queries) => insertUse(queries, { hash, expiresAt }))
}

/** The same, in a transaction. */
export async function insertUse(
  queries: Queries,
  use: { hash: ValueHash; expiresAt: Date },
): Promise<boolean> {
  const rows = await queries.insert(usedValues).values(use).onConflictDoNothing().returning()
  return rows.length > 0
}

/** Whether a value was used. */
export async function isUsed(hash: ValueHash): Promise<boolean> {
  return (await queryDatabase((queries) => queries.$count(usedValues, eq(usedValues.hash, hash)))) > 0
}

/** Deletes uses of values that have expired, until it should stop. */
export async function deleteExpiredUses(shouldStop: () => boolean, now = new Date()): Promise<void> {
  const isDue = lt(usedValues.expiresAt, now)
  await deleteInBatches({ table: usedValues, key: usedValues.hash, isDue }, shouldStop)
}
