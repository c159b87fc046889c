import 'server-only'
/** Gives a database the tables of this Foyer, while instances of the release before go on using it. */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { log } from '@/lib/server/log/log'
import type { Queries } from './engine'
import { adminProblem, causeOf, isLockConflict } from './errors'
import {
  type AppliedMigration,
  createHistory,
  describeBreaking,
  migrationNames,
  pendingMigrations,
  readHistory,
  unknownMigrations,
} from './history'
import type { Migration } from './migrations'

/** Makes the migrations that the database lacks. Throws a refusal, and changes nothing, if a newer Foyer's break this one. */
export async function migrateDatabase(queries: Queries, migrations: readonly Migration[]): Promise<void> {
  const history = await readHistory(queries)
  acceptUnknownMigrations(unknownMigrations(history, migrations))
  for (const migration of pendingMigrations(history, migrations)) await applyWithRetries(queries, migration)
}

/** An older build may use what a newer one has migrated, as after a rollback, unless a migration says no. */
function acceptUnknownMigrations(unknown: AppliedMigration[]): void {
  const problem = describeBreaking(unknown)
  if (problem) throw adminProblem(`${problem}.`)
  if (unknown.length > 0) log('warn', 'database.newer', { migrations: migrationNames(unknown) })
}

/** While it waits for a lock, all that is asked of that table waits behind it. So it gives way, and tries again. */
async function applyWithRetries(queries: Queries, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyMigration(queries, migration)
    } catch (error) {
      if (attempt === maxAttempts || !isLockConflict(causeOf(error))) throw error
    }
    await delay(retryDelayMs)
  }
}

/** After these the database counts as unavailable, and the next query begins anew. */
const maxAttempts = 5
const retryDelayMs = 1_000

/**
 * In a transaction of its own: its locks last no longer than its own statements. One instance at a time, or two that start
 * together would both create the same table; all ends with the transaction, so also behind a pool of connections.
 */
function applyMigration(
  queries: Queries,
  { tag, createdAt, breaksOlder, statements }: Migration,
): Promise<void> {
  return queries.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await transaction.execute(sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true),
      set_config('statement_timeout', ${`${migrationTimeoutMs}ms`}, true)`)
    const history = await readHistory(transaction)
    if (history.some((made) => made.createdAt === createdAt)) return
    await transaction.execute(createHistory)
    await transaction.execute(sql.raw(statements))
    const hash = createHash('sha256').update(statements).digest('hex')
    await transaction.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${createdAt})`,
    )
    await transaction.execute(
      sql`insert into drizzle.schema_changes (created_at, tag, breaks_older) values (${createdAt}, ${tag}, ${breaksOlder})`,
    )
  })
}

/** Arbitrary, but the same for all instances and releases. */
const migrationLock = 4_031_977

/** For a statement. The connection, or its role, may have the limit of a question. */
export const migrationTimeoutMs = 60_000

/** Longer than a second, after which PostgreSQL ends an autovacuum that is in the way; shorter than a query may take. */
const lockTimeoutMs = 1_500
