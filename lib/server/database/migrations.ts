import 'server-only'
/**
 * The migrations of this release, which of them a database has, and how it gets the others while instances of the last release
 * keep using it.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { log } from '@/lib/server/log/log'
import type { Queries } from './engine'
import { adminProblem, causeOf, isLockConflict } from './errors'

export type Migration = {
  /** The name of its file. */
  tag: string
  /** When it was written, in milliseconds since 1970. Identifies it in a database. */
  createdAt: number
  /** Whether builds without it fail on the migrated database. */
  breaksOlder: boolean
  statements: string
}

/** All migrations, oldest first. Read from the source folder, as the build doesn't copy them. */
export function readMigrations(): Migration[] {
  const folder = path.join(process.cwd(), 'lib', 'server', 'database', 'migrations')
  if (!existsSync(folder)) throw adminProblem(`${folder} is not there. Start the site in its own folder.`)
  const read = (...name: string[]) => readFileSync(path.join(folder, ...name), 'utf8')
  return v.parse(journal, JSON.parse(read('meta', '_journal.json'))).entries.map((entry) => ({
    tag: entry.tag,
    createdAt: entry.when,
    breaksOlder: entry.breaksOlder,
    statements: read(`${entry.tag}.sql`),
  }))
}

/** The tables that the migrations create, also those of a room that was taken out since. */
export function createdTables(): string[] {
  const created = readMigrations().flatMap(({ statements }) => [
    ...statements.matchAll(/^CREATE TABLE "(\w+)"/gm),
  ])
  return created.map(([, name = '']) => name)
}

const journal = v.object({
  entries: v.array(v.object({ tag: v.string(), when: v.number(), breaksOlder: v.boolean() })),
})

/** Applies pending migrations. Throws an admin problem, before any change, if a newer release's migrations break this one. */
export async function migrateDatabase(queries: Queries, migrations: readonly Migration[]): Promise<void> {
  const history = await readHistory(queries)
  const unknown = unknownMigrations(history, migrations)
  const problem = describeBreaking(unknown)
  if (problem) throw adminProblem(`${problem}.`)
  // As after a rollback.
  if (unknown.length > 0) log('warn', 'database.newer', { migrations: migrationNames(unknown) })
  for (const migration of pendingMigrations(history, migrations)) await applyWithRetries(queries, migration)
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

export type AppliedMigration = Omit<Migration, 'statements'>

/** All applied migrations, oldest first. */
export async function readHistory(queries: Pick<Queries, 'execute'>): Promise<AppliedMigration[]> {
  const [tables] = (await queries.execute<{ history: boolean; names: boolean }>(selectHistoryTables)).rows
  if (!tables?.history) return []
  const { rows } = await queries.execute<AppliedMigration>(tables.names ? selectNamed : selectUnnamed)
  return rows
}

/** Applied migrations this release doesn't know: a newer one or another program applied them. */
export function unknownMigrations(
  history: AppliedMigration[],
  known: readonly Migration[],
): AppliedMigration[] {
  return history.filter(({ createdAt }) => !known.some((migration) => migration.createdAt === createdAt))
}

/** Migrations still to be applied. */
export function pendingMigrations(history: AppliedMigration[], known: readonly Migration[]): Migration[] {
  return known.filter(({ createdAt }) => !history.some((applied) => applied.createdAt === createdAt))
}

/** Why unknown migrations keep this release from using the database, and what to do; null if they don't. */
export function describeBreaking(unknown: AppliedMigration[]): string | null {
  const breaking = unknown.filter(({ breaksOlder }) => breaksOlder)
  if (breaking.length === 0) return null
  return (
    `A newer release has changed this database so that this one cannot use it (${migrationNames(breaking)}). ` +
    'Start that release, or restore a backup from before into an empty database'
  )
}

export function migrationNames(migrations: AppliedMigration[]): string {
  return migrations.map(({ tag }) => tag).join(', ')
}

/**
 * Drizzle's table of migrations, which earlier releases read, has no names. A second table has them, for builds that don't
 * know the migrations.
 */
const createHistory = sql.raw(`
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.schema_changes (
    created_at bigint primary key, tag text not null, breaks_older boolean not null)`)

/** Not `to_regclass`, which may be stale in a transaction that has waited for another. */
const selectHistoryTables = sql`
  select coalesce(bool_or(tablename = '__drizzle_migrations'), false) as history,
    coalesce(bool_or(tablename = 'schema_changes'), false) as names
  from pg_tables where schemaname = 'drizzle'`

/** A migration without a name isn't ours and may have done anything. `pg` reads a bigint as text. */
const selectNamed = sql`
  select created_at::float8 as "createdAt", coalesce(tag, 'unnamed') as tag, coalesce(breaks_older, true) as "breaksOlder"
  from drizzle.__drizzle_migrations left join drizzle.schema_changes using (created_at) order by created_at`
const selectUnnamed = sql`
  select created_at::float8 as "createdAt", 'unnamed' as tag, true as "breaksOlder"
  from drizzle.__drizzle_migrations order by created_at`
