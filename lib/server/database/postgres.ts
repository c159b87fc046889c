import 'server-only'
/** PostgreSQL, which any number of instances can share. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Client, type ClientConfig, Pool } from 'pg'
import { codeOf } from '@/lib/error-code'
import { log } from '@/lib/server/log/log'
import type { Engine } from './engine'
import { type Migration, migrateDatabase, migrationTimeoutMs, readMigrations } from './migrations'

/**
 * Connects and runs the migrations. A query may wait two seconds for a connection and then take `limitMs`. The pool
 * replaces broken connections on the next query.
 */
export async function openPostgres(
  connectionString: string,
  migrations: readonly Migration[] = readMigrations(),
  { limitMs = queryTimeoutMs, poolSize = 10 } = {},
): Promise<Engine> {
  const acceptsTimeout = await migrateServer(connectionString, migrations)
  const pool = new Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    // Times out on the server first, which leaves the connection usable.
    ...(acceptsTimeout ? { statement_timeout: limitMs - 500 } : {}),
    query_timeout: limitMs,
    keepAlive: true,
    application_name: 'foyer',
  })
  logLostConnections(pool)
  return {
    queries: Object.assign(drizzle(pool), { supportsNamedStatements: false }),
    close: () => pool.end(),
  }
}

/** Without a listener, a broken connection would crash the process. */
export function logLostConnections(pool: Pool): void {
  pool.on('connect', (connection) => connection.on('error', logLoss))
  pool.on('error', logLoss)
}

function logLoss(error: Error): void {
  log('debug', 'database.connection-lost', { code: codeOf(error) })
}

const connectTimeoutMs = 2_000

/** A process that has just begun may be too busy to hear an answer in time, which is no outage. */
const connectWhileStartingMs = 4_000
const isStarting = () => performance.now() < 20_000

export const queryTimeoutMs = 4_000

/** Migrates over its own connection, which has a longer time limit. Returns whether the server accepts ours for queries. */
function migrateServer(connectionString: string, migrations: readonly Migration[]): Promise<boolean> {
  const config = {
    connectionString,
    statement_timeout: queryTimeoutMs,
    connectionTimeoutMillis: isStarting() ? connectWhileStartingMs : connectTimeoutMs,
    query_timeout: migrationTimeoutMs,
    application_name: 'foyer migration',
  }
  return withConnection(config, async (queries, roleLimit) => {
    await migrateDatabase(queries, migrations)
    if (roleLimit === null) return true
    log(roleLimit === '0' ? 'warn' : 'info', 'database.parameter-refused', {
      parameter: 'statement_timeout',
      roleLimit,
    })
    return false
  })
}

/**
 * Runs work over its own connection with a statement timeout. `roleLimit` is null, or the role's timeout (`0` for none) if
 * a pooler refused ours, as PgBouncer does by default, or silently dropped it, as PgBouncer can be configured to.
 */
export async function withConnection<T>(
  config: ClientConfig & { statement_timeout: number },
  work: (queries: NodePgDatabase & { $client: Client }, roleLimit: string | null) => Promise<T>,
): Promise<T> {
  const { client, isRefused } = await connectWithLimit(config)
  try {
    const { rows } = await client.query<{ ms: string; text: string }>(selectLimit)
    const [{ ms = '0', text = '0' } = {}] = rows
    return await work(drizzle(client), isRefused || Number(ms) !== config.statement_timeout ? text : null)
  } finally {
    await client.end()
  }
}

const selectLimit = `
  select setting as ms, current_setting('statement_timeout') as text from pg_settings where name = 'statement_timeout'`

async function connectWithLimit(config: ClientConfig) {
  try {
    return { client: await connect(config), isRefused: false }
  } catch (error) {
    if (!isParameterRefused(error)) throw error
    return { client: await connect({ ...config, statement_timeout: false }), isRefused: true }
  }
}

async function connect(config: ClientConfig): Promise<Client> {
  const client = new Client(config)
  client.on('error', logLoss)
  await client.connect()
  return client
}

/** PgBouncer's message, which other poolers copied. */
function isParameterRefused(error: unknown): boolean {
  return codeOf(error) === '08P01' && /startup parameter.*statement_timeout/.test(String(error))
}

/**
 * Whether the error means that the database is down, rather than that the query is wrong.
 *
 * Server codes: connection (08), login (28), no such database (3D), read-only standby (25006), out of
 * resources (53), lock timeout (55P03), query timeout or shutdown (57), system error (58). Any other SQLSTATE
 * is a bug in the query. Network errors have system codes. The driver throws a plain error without a code for
 * its own timeouts and for closed connections.
 */
export function isOutage(cause: unknown): boolean {
  const code = codeOf(cause)
  if (code === null) return cause instanceof Error && cause.constructor === Error && cause.name === 'Error'
  if (isSqlState(code)) return /^(08|28|3D|53|57|58)|^25006$|^55P03$/.test(code)
  return true
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code)
}
