import 'server-only'
/** PostgreSQL, which any number of Foyer instances can share. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, Pool } from 'pg'
import { codeOf } from '@/lib/error-code'
import { log } from '@/lib/server/log/log'
import type { Engine } from './engine'
import { migrateDatabase } from './migrate'
import { type Migration, readMigrations } from './migrations'

/** Connects and runs the migrations. The pool replaces broken connections on the next query. */
export async function openPostgres(
  connectionString: string,
  migrations: readonly Migration[] = readMigrations(),
): Promise<Engine> {
  await migrateFirst(connectionString, migrations)
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: connectWithinMs,
    // Times out on the server first, which leaves the connection usable.
    statement_timeout: answerWithinMs - 500,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: 'foyer',
  })
  logLosses(pool)
  return { queries: Object.assign(drizzle(pool), { keepsStatements: false }), close: () => pool.end() }
}

/** Without listeners, a connection that breaks while idle or in a transaction would crash the process. */
export function logLosses(pool: Pool): void {
  pool.on('connect', (connection) => connection.on('error', logLoss))
  pool.on('error', logLoss)
}

/** Only logs: the running query fails on its own, and the pool drops broken connections. */
function logLoss(error: Error): void {
  log('debug', 'database.connection-lost', { code: codeOf(error) })
}

const connectWithinMs = 2_000
export const answerWithinMs = 4_000

/** On a connection of its own, as a migration may take longer than an answer. */
async function migrateFirst(connectionString: string, migrations: readonly Migration[]): Promise<void> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: migrateWithinMs,
    application_name: 'foyer migration',
  })
  client.on('error', logLoss)
  await client.connect()
  try {
    await migrateDatabase(drizzle(client), migrations)
  } finally {
    await client.end()
  }
}

const migrateWithinMs = 60_000

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
