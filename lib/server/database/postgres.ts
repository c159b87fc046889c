import 'server-only'
/** PostgreSQL: any number of instances of Foyer over one server. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { codeOf } from '@/lib/error-code'
import { log } from '@/lib/server/log/log'
import { type Engine, requireMigrations } from './engine'

/** Connects and makes the tables. Connections that break later are replaced when the next query comes. */
export async function openPostgres(connectionString: string): Promise<Engine> {
  await migrateAlone(connectionString)
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: connectWithinMs,
    // The server gives up first: then it is its verdict, and the connection can be used on.
    statement_timeout: answerWithinMs - 500,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: 'foyer',
  })
  // Without listeners a connection that breaks, idle or in the middle of a transaction, would end the process.
  pool.on('connect', (connection) => connection.on('error', logLoss))
  pool.on('error', logLoss)
  return { queries: drizzle(pool), close: () => pool.end() }
}

/** The query that was under way fails by itself, and the pool drops what has broken. */
function logLoss(error: Error): void {
  log('debug', 'database.connection-lost', { code: codeOf(error) })
}

const connectWithinMs = 2_000
const answerWithinMs = 4_000

/** Any number that all instances agree on. */
const migrationLock = 4_031_977

/**
 * One instance at a time: without the lock two that start at once would both make the same table. The lock goes
 * with the connection, so one that is killed does not keep it.
 */
async function migrateAlone(connectionString: string): Promise<void> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: migrateWithinMs,
    application_name: 'foyer migration',
  })
  client.on('error', logLoss)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), requireMigrations())
  } finally {
    await client.end()
  }
}

const migrateWithinMs = 60_000

/**
 * Whether an error says that the database is away, and nothing of the query.
 *
 * Codes of the server: connection (08), login (28), no such database (3D), read-only standby (25006), full (53),
 * lock not given (55P03), taking too long or shutting down (57), system error (58). Whatever else has an SQLSTATE
 * is a mistake in the query. Errors of the network have the system's codes. A plain error without a code is the
 * driver's own way to tell of a limit or of a connection that ended.
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
