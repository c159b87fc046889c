import 'server-only'
import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import ms from 'ms'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { serverConfig } from '@/lib/server/config'
import { askDatabase } from './connection'
import { whenUnavailable } from './faults'
import { rateLimits } from './schema'

/** What is limited, how often it may happen, and within how long (OWASP ASVS 6.3.1; why: docs/decisions/session.md). */
const limits = {
  /** New and renewed sessions of one person. Each may cost two questions to the provider, which is asked no oftener. */
  'mint-by-user': { points: 60, duration: 600 },
  /** New and renewed sessions from one address (IPv6: one /64); many people may share it. */
  'mint-by-address': { points: 300, duration: 600 },
  /**
   * What is no token of ours, from one address or with one person's live session: beyond this the answer is 429. No token
   * that verifies is refused for it.
   */
  'junk-token': { points: 60, duration: 600, isFlood: true },
  /** Notes saved and deleted by one person: two a second for good, as fast as anyone types. */
  'note-write': { points: 120, duration: 60, isFlood: true },
  /** Errors that browsers report from one address. */
  'report-by-address': { points: 60, duration: 60, isFlood: true },
} as const satisfies Record<string, LimitRule>
export type Limit = keyof typeof limits

/** `isFlood`: one sender can send any number, and each beyond the limit would be one more write to the table. */
type LimitRule = { points: number; duration: number; isFlood?: true }

/**
 * Counts one event. Null while it is within the limit, else in how many seconds it may be tried again. Fails as the
 * database does, where that counts.
 */
export async function countEvent(limit: Limit, who: string): Promise<number | null> {
  try {
    await limiter(limit).consume(keyOf(who))
    return null
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw error
  }
}

/** Deletes counts whose time is over from the database, now and every five minutes. */
export function keepCountsClean(): void {
  if (!serverConfig().databaseUrl) return
  void cleanUp()
  setInterval(cleanUp, cleanEveryMs).unref()
}

const cleanEveryMs = ms('5m')

async function cleanUp(): Promise<void> {
  const deletion = askDatabase((queries) =>
    queries.delete(rateLimits).where(lt(rateLimits.expire, Date.now())),
  )
  // The outage has been logged; the next round comes.
  await deletion.catch(whenUnavailable(null))
}

/**
 * Of one length, whatever a client or a proxy says of itself, and no address or person at first sight. Nothing more:
 * all hashes of IPv4 addresses are soon tried.
 */
function keyOf(who: string): string {
  return createHash('sha256').update(who).digest('base64url')
}

const limiters = new Map<Limit, RateLimiterAbstract>()

function limiter(limit: Limit): RateLimiterAbstract {
  const known = limiters.get(limit)
  if (known) return known
  const made = openLimiter(limit, limits[limit])
  limiters.set(limit, made)
  return made
}

/**
 * Instances over one database count together; a site with the embedded one is alone, and counts in memory. Once an
 * instance has seen that a flood is over its limit it asks the table no more until the time is over: 10,000 junk tokens
 * are 60 statements. The table is made by our migrations, the statements are the limiter's.
 */
function openLimiter(keyPrefix: Limit, { points, duration, isFlood }: LimitRule): RateLimiterAbstract {
  const options = { keyPrefix, points, duration }
  if (!serverConfig().databaseUrl) return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    inMemoryBlockOnConsumed: isFlood ? points : 0,
    storeClient: { query: runStatement },
    storeType: 'client',
    tableName: getTableConfig(rateLimits).name,
    tableCreated: true,
    clearExpiredByTimeout: false,
  })
}

function runStatement({ text, values }: { text: string; values: unknown[] }) {
  return askDatabase(({ $client }) => $client.query(text, values))
}
