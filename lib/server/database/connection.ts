import 'server-only'
/** This process's database connection. All queries go through here. */
import { AsyncLocalStorage } from 'node:async_hooks'
import ms from 'ms'
import { codeOf } from '@/lib/error-code'
import { serverConfig } from '@/lib/server/config'
import { log } from '@/lib/server/log/log'
import { oncePerProcess } from '@/lib/server/process'
import { embeddedFolder, openEmbedded } from './embedded'
import type { Engine } from './engine'
import { causeOf, databaseUnavailable, isQueryCanceled } from './errors'
import { readMigrations } from './migrations'
import { isOutage, openPostgres, queryTimeoutMs } from './postgres'

/**
 * Runs queries, opening the database if needed. Throws `DatabaseUnavailable` within seconds if it's down. A question
 * inside another is an error: the embedded database has one connection, for which it would wait for ever.
 */
export async function queryDatabase<T>(question: (queries: Engine['queries']) => Promise<T>): Promise<T> {
  if (openQuestion.getStore()?.isOpen) throw nestedQueryError()
  try {
    const { queries, afterQuery: afterQuestion } = await currentEngine()
    const answer = await ask(() => question(queries))
    await afterQuestion?.()
    logReturn()
    return answer
  } catch (error) {
    const cause = causeOf(error)
    if (!isAway(cause)) throw cause
    if (isQueryCanceled(cause)) log('warn', 'database.query-canceled', factsOf(cause))
    else logOutage(cause)
    throw databaseUnavailable(cause)
  }
}

/** For a command that nobody waits for in a browser, before its first question: an answer may take an hour. */
export function allowLongQueries(): void {
  shared.limitMs = ms('1h')
}

/** Closes the database; the next query reopens it. */
export async function closeDatabase(): Promise<void> {
  const { opening } = shared
  shared.opening = null
  await (await opening)?.close()
}

/** What outlives the question it began in may ask questions of its own. */
async function ask<T>(question: () => Promise<T>): Promise<T> {
  const state = { isOpen: true }
  try {
    return await openQuestion.run(state, question)
  } finally {
    state.isOpen = false
  }
}

const openQuestion = oncePerProcess('open-question', () => new AsyncLocalStorage<{ isOpen: boolean }>())

/** Not an outage, which errors without a name of their own count as. */
function nestedQueryError(): Error {
  const error = new Error('askDatabase inside askDatabase: use the queries that the outer question has')
  return Object.assign(error, { name: 'NestedQuestion' })
}

type Shared = {
  opening: Promise<Engine> | null
  /** How long an answer may take, in milliseconds. */
  limitMs: number
  outage: { since: number; requests: number } | null
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

function openEngine(): Promise<Engine> {
  const { databaseUrl, databasePoolSize: poolSize, dataDir } = serverConfig()
  const { limitMs } = shared
  return databaseUrl
    ? openPostgres(databaseUrl, readMigrations(), { limitMs, poolSize })
    : openEmbedded(embeddedFolder(dataDir), readMigrations(), limitMs)
}

/** Only PostgreSQL can be down: the embedded database has no connection to lose. */
function isAway(cause: unknown): boolean {
  return serverConfig().databaseUrl !== null && isOutage(cause)
}

/** Logs an outage once at its start and once at its end; requests report their own failures. */
function logOutage(cause: unknown): void {
  if (shared.outage) return
  shared.outage = { since: Date.now(), requests: 0 }
  log('error', 'database.went-away', factsOf(cause))
}

/** Counts a request that got no answer for want of the database. */
export function countFailedRequest(): void {
  if (shared.outage) shared.outage.requests += 1
}

function logReturn(): void {
  if (!shared.outage) return
  const { since, requests } = shared.outage
  shared.outage = null
  log('info', 'database.came-back', { awayMs: Date.now() - since, requests })
}

function factsOf(cause: unknown) {
  return { code: codeOf(cause) ?? 'no-answer', reason: cause instanceof Error ? cause.message : null }
}
