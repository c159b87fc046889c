import 'server-only'
/** This process's database: PostgreSQL at `DATABASE_URL`, else the embedded one in `DATA_DIR`. All queries go through here. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import ms from 'ms'
import { codeOf } from '@/lib/error-code'
import { serverConfig } from '@/lib/server/config'
import { log } from '@/lib/server/log/log'
import { oncePerProcess } from '@/lib/server/process'
import type { Engine } from './engine'
import {
  causeOf,
  databaseUnavailable,
  isAdminProblem,
  isDatabaseUnavailable,
  isQueryCanceled,
  whenUnavailable,
} from './errors'
import { readMigrations } from './migrations'
import { isOutage, openPostgres, queryTimeoutMs } from './postgres'

/**
 * Runs queries, opening the database if needed. Throws `DatabaseUnavailable` within seconds if it's down. A nested call
 * is an error: the embedded database has one connection, so it would deadlock.
 */
export async function queryDatabase<T>(query: (queries: Engine['queries']) => Promise<T>): Promise<T> {
  if (activeQuery.getStore()?.isOpen) throw nestedQueryError()
  try {
    const { queries, afterQuery } = await currentEngine()
    const result = await runQuery(() => query(queries))
    await afterQuery?.()
    logRecovery()
    return result
  } catch (error) {
    const cause = causeOf(error)
    if (!isServerOutage(cause)) throw cause
    if (isQueryCanceled(cause)) log('warn', 'database.query-canceled', errorFields(cause))
    else logOutage(cause)
    throw databaseUnavailable(cause)
  }
}

/** `unavailable` is temporary: the next query tries again. `unusable` needs an administrator. */
type OpenResult = { status: 'open' | 'unavailable' } | { status: 'unusable'; problem: string }

/** Few, as in the embedded database everything else waits for a statement. */
const maxDeletedRows = 500

type Due = { table: PgTable; key: PgColumn; isDue?: SQL }

/** Deletes what is due, 500 rows at a time, until none is left or it should stop. Returns how many. */
export async function deleteInBatches(
  { table, key, isDue }: Due,
  shouldStop: () => boolean,
): Promise<number> {
  let count = 0
  for (let isMore = true; isMore && !shouldStop(); ) {
    const { length } = await queryDatabase((queries) => {
      const some = queries.select({ key }).from(table).where(isDue).limit(maxDeletedRows)
      return queries.delete(table).where(inArray(key, some)).returning({ key })
    })
    count += length
    isMore = length === maxDeletedRows
  }
  return count
}

/** Opens the database and runs its migrations. */
export async function openDatabase(): Promise<OpenResult> {
  try {
    await queryDatabase(async () => undefined)
    return { status: 'open' }
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { status: 'unavailable' }
    if (isAdminProblem(error)) return { status: 'unusable', problem: error.message }
    throw error
  }
}

/** Whether the database responds. */
export function isDatabaseReachable(): Promise<boolean> {
  return queryDatabase((queries) => queries.execute(sql`select 1`)).then(() => true, whenUnavailable(false))
}

/** Raises the time limit of a query to an hour, for commands. Call it before the first query. */
export function allowLongQueries(): void {
  shared.limitMs = ms('1h')
}

/** Closes the database; the next query reopens it. */
export async function closeDatabase(): Promise<void> {
  const { opening } = shared
  shared.opening = null
  await (await opening)?.close()
}

/** Marks the query as active until it ends: work that outlives it may run queries of its own. */
async function runQuery<T>(query: () => Promise<T>): Promise<T> {
  const state = { isOpen: true }
  try {
    return await activeQuery.run(state, query)
  } finally {
    state.isOpen = false
  }
}

const activeQuery = oncePerProcess('active-query', () => new AsyncLocalStorage<{ isOpen: boolean }>())

/** Named, because `isOutage` takes an error with the default name for an outage. */
function nestedQueryError(): Error {
  const error = new Error('queryDatabase inside queryDatabase: use the queries of the outer call')
  return Object.assign(error, { name: 'NestedQuery' })
}

type Shared = {
  opening: Promise<Engine> | null
  limitMs: number
  /** With the addresses of the visitors who met it. */
  outage: { since: number; requests: number; visitors: Set<string> } | null
}

const shared = oncePerProcess<Shared>('database', () => ({
  opening: null,
  limitMs: queryTimeoutMs,
  outage: null,
}))

function currentEngine(): Promise<Engine> {
  shared.opening ??= openEngine().catch((error: unknown) => {
    shared.opening = null
    throw error
  })
  return shared.opening
}

async function openEngine(): Promise<Engine> {
  const { databaseUrl, databasePoolSize: poolSize, dataDir } = serverConfig()
  const { limitMs } = shared
  if (databaseUrl) return openPostgres(databaseUrl, readMigrations(), { limitMs, poolSize })
  const { embeddedFolder, openEmbedded } = await import('./embedded')
  return openEmbedded(embeddedFolder(dataDir), readMigrations(), limitMs)
}

/** Only PostgreSQL can be down: the embedded database has no connection to lose. */
function isServerOutage(cause: unknown): boolean {
  return serverConfig().databaseUrl !== null && isOutage(cause)
}

/** Logs an outage once at its start and once at its end; requests report their own failures. */
function logOutage(cause: unknown): void {
  if (shared.outage) return
  shared.outage = { since: Date.now(), requests: 0, visitors: new Set() }
  log('error', 'database.went-away', errorFields(cause))
}

/** Counts a request that failed because of the outage, and who sent it; null for a bot. */
export function countFailedRequest(visitor: string | null): void {
  if (!shared.outage) return
  const { visitors } = shared.outage
  shared.outage.requests += 1
  if (visitor !== null && visitors.size < maxVisitors) visitors.add(visitor)
}

/** Addresses remembered of an outage: 1 MB. */
const maxVisitors = 10_000

function logRecovery(): void {
  if (!shared.outage) return
  const { since, requests, visitors } = shared.outage
  shared.outage = null
  log('info', 'database.came-back', { awayMs: Date.now() - since, requests, visitors: visitors.size })
}

function errorFields(cause: unknown) {
  return { code: codeOf(cause) ?? 'no-answer', reason: cause instanceof Error ? cause.message : null }
}
