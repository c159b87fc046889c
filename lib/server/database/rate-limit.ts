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
import { queryDatabase } from './connection'
import { rateLimits } from './schema/tables'

/** Events allowed per number of seconds (OWASP ASVS 6.3.1; why: docs/decisions/session.md). */
const limits = {
  /** Sessions created per user, each of which may cost two calls to the provider. */
  'mint-by-user': { points: 60, duration: 600 },
  /** Sign-ins that prove the address, by what only their sender has: others can't use it up. */
  'mint-by-proof': { points: 10, duration: 600 },
  /** Renewals per user, counted separately as open pages renew by themselves. */
  'renew-by-user': { points: 60, duration: 600 },
  /** Sessions created per address (IPv6: per /64), which many people may share. */
  'mint-by-address': { points: 300, duration: 600 },
  /** Invalid tokens per address, or per user if sent with a live session. Never refuses valid tokens. */
  'invalid-token': { points: 60, duration: 600, isFlood: true },
  /** Unknown emailed codes per address; each costs a call to the provider. */
  'proof-by-address': { points: 300, duration: 600, isFlood: true },
  /** Sign-in links requested from an address, and for a mailbox from it. */
  'link-by-address': { points: 60, duration: 600, isFlood: true },
  'link-by-address-and-mailbox': { points: 5, duration: 600, isFlood: true },
  /** Sign-in links to a mailbox, from all who request them. More are not sent; earlier ones still work. */
  'link-by-mailbox': { points: 20, duration: 86_400, isFlood: true },
  /** Challenges and custom tokens per user; each token costs a call to the provider. */
  'passkey-by-user': { points: 120, duration: 600 },
  /** Invalid responses to challenges per address, or per user if sent with a live session. Never refuses valid ones. */
  'invalid-passkey': { points: 60, duration: 600, isFlood: true },
  /** Saves and deletions per user, two a second. A save of 100 KB, which may take 0.2 s, costs five points. */
  'note-write': { points: 120, duration: 60, isFlood: true },
  /** Notes opened per user, own and shared. A note of 100 KB, which may take 0.7 s to render, costs twelve points. */
  'note-open': { points: 120, duration: 60, isFlood: true },
  /** Searches per user, one a second. A long search costs a point for each 0.2 s. */
  'note-search': { points: 60, duration: 60, isFlood: true },
  /** Browser error reports per address. */
  'report-by-address': { points: 60, duration: 60, isFlood: true },
} as const satisfies Record<string, LimitRule>
export type Limit = keyof typeof limits

/** `isFlood`: one sender can send any number, and each would be a write to the table. */
type LimitRule = { points: number; duration: number; isFlood?: true }

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

/** The limiter's rejection. Recognized by its field, as another bundle may have its own copy of the class. */
function isOverLimit(error: unknown): error is Pick<RateLimiterRes, 'msBeforeNext'> {
  return typeof error === 'object' && error !== null && 'msBeforeNext' in error
}

/** Deletes expired counts; the embedded database has none. */
export async function deleteExpiredLimits(): Promise<void> {
  if (!serverConfig().databaseUrl) return
  await queryDatabase((queries) => queries.delete(rateLimits).where(lt(rateLimits.expire, Date.now())))
}

/**
 * Hashed for a fixed length, whatever a client or proxy sends, and to keep plain addresses and user IDs out
 * of the table. It doesn't hide IPv4 addresses: all their hashes can be tried quickly.
 */
function keyOf(who: string): string {
  return createHash('sha256').update(who).digest('base64url')
}

const limiters = oncePerProcess('rate-limits', () => new Map<Limit, RateLimiterAbstract>())

function limiter(limit: Limit): RateLimiterAbstract {
  const known = limiters.get(limit)
  if (known) return known
  const created = createLimiter(limit, limits[limit])
  limiters.set(limit, created)
  return created
}

/**
 * Instances that share a database share the counts; with the embedded database the only process counts in memory. Over
 * the limit of a flood, an instance stops querying until the period ends: 10,000 invalid tokens cost 60 statements. Our
 * migrations create the table; the SQL is the limiter's.
 */
function createLimiter(keyPrefix: Limit, { points, duration, isFlood }: LimitRule): RateLimiterAbstract {
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
