import 'server-only'
import { createHash } from 'node:crypto'
import { getTableName, lt } from 'drizzle-orm'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
import { serverConfig } from '@/lib/server/config'
import { oncePerProcess } from '@/lib/server/process'
import { deleteInBatches, queryDatabase } from './connection'
import { rateLimits } from './schema/accounts'

/**
 * Events allowed per number of seconds (OWASP ASVS 6.3.1; why: docs/decisions/session.md), under a name of its own. `isFlood`:
 * one sender can send any number, and each would be a write to the table.
 */
export type Limit = { name: string; points: number; duration: number; isFlood?: true }

/** Consumes points of a limit. Returns null within the limit, else the seconds to wait. Throws `DatabaseUnavailable`. */
export async function consumeLimit(limit: Limit, who: string, points = 1): Promise<number | null> {
  try {
    await limiter(limit).consume(keyOf(who), points)
    return null
  } catch (error) {
    if (isOverLimit(error)) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw error
  }
}

/** Which limits these senders have used up, with the seconds to wait: none of the embedded database, whose site counts in memory. */
export async function usedUpLimits(limits: readonly Limit[], senders: readonly string[]) {
  if (!serverConfig().databaseUrl) return []
  const asked = senders.flatMap((who) => limits.map((limit) => ({ limit, key: keyOf(who) })))
  const counts = asked.map(async ({ limit, key }) => ({ limit, count: await limiter(limit).get(key) }))
  return (await Promise.all(counts)).flatMap(({ limit: { name }, count }) =>
    count && count.remainingPoints <= 0 ? [{ name, seconds: Math.ceil(count.msBeforeNext / 1000) }] : [],
  )
}

/** The limiter's rejection. Recognized by its field, as another bundle may have its own copy of the class. */
function isOverLimit(error: unknown): error is Pick<RateLimiterRes, 'msBeforeNext'> {
  return typeof error === 'object' && error !== null && 'msBeforeNext' in error
}

/** Deletes expired counts until it should stop; the embedded database has none. */
export async function deleteExpiredLimits(shouldStop: () => boolean): Promise<void> {
  if (!serverConfig().databaseUrl) return
  const isDue = lt(rateLimits.expire, Date.now())
  await deleteInBatches({ table: rateLimits, key: rateLimits.key, isDue }, shouldStop)
}

/**
 * Hashed for a fixed length, whatever a client or proxy sends, and to keep plain addresses and user IDs out
 * of the table. It doesn't hide IPv4 addresses: all their hashes can be tried quickly.
 */
function keyOf(who: string): string {
  return createHash('sha256').update(who).digest('base64url')
}

const limiters = oncePerProcess('rate-limits', () => new Map<string, RateLimiterAbstract>())

function limiter(limit: Limit): RateLimiterAbstract {
  const known = limiters.get(limit.name)
  if (known) return known
  const created = createLimiter(limit)
  limiters.set(limit.name, created)
  return created
}

/**
 * Instances that share a database share the counts; with the embedded database the only process counts in memory. Over
 * the limit of a flood, an instance stops querying until the period ends: 10,000 invalid tokens cost 60 statements. Our
 * migrations create the table; the SQL is the limiter's.
 */
function createLimiter({ name: keyPrefix, points, duration, isFlood }: Limit): RateLimiterAbstract {
  const options = { keyPrefix, points, duration }
  if (!serverConfig().databaseUrl) return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    inMemoryBlockOnConsumed: isFlood ? points : 0,
    storeClient: { query: runStatement },
    storeType: 'client',
    tableName: getTableName(rateLimits),
    tableCreated: true,
    clearExpiredByTimeout: false,
  })
}

function runStatement({ text, values }: { text: string; values: unknown[] }) {
  return queryDatabase(({ $client }) => $client.query(text, values))
}
