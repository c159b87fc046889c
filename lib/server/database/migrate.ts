import 'server-only'
/** Migrates a database while instances of the last release keep using it. */
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

/** Applies pending migrations. Throws an admin problem, before any change, if a newer Foyer's migrations break this one. */
export async function migrateDatabase(queries: Queries, migrations: readonly Migration[]): Promise<void> {
  const history = await readHistory(queries)
  acceptUnknownMigrations(unknownMigrations(history, migrations))
  for (const migration of pendingMigrations(history, migrations)) await applyWithRetries(queries, migration)
}

/** An older build may use a newer database, as after a rollback, unless a migration breaks older builds. */
function acceptUnknownMigrations(unknown: AppliedMigration[]): void {
  const problem = describeBreaking(unknown)
  if (problem) throw adminProblem(`${problem}.`)
  if (unknown.length > 0) log('warn', 'database.newer', { migrations: migrationNames(unknown) })
}

/** Queries on a table queue behind a migration that waits for its lock, so it gives up quickly and retries. */
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

/** After these the database counts as unavailable; the next query starts over. */
const maxAttempts = 5
const retryDelayMs = 1_000

/**
 * In its own transaction, so it holds its locks only for its own statements. An advisory lock keeps two instances from
 * creating the same table. Everything ends with the transaction, so it also works behind a pooler.
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
    if (history.some((applied) => applied.createdAt === createdAt)) return
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

/** For a statement, in place of the timeout of a query. */
export const migrationTimeoutMs = 60_000

/** Longer than a second, when PostgreSQL cancels a blocking autovacuum; shorter than the timeout of a query. */
const lockTimeoutMs = 1_500
