import 'server-only'
/** Which migrations were applied to a database, by this Foyer or another. */
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Queries } from './engine'
import type { Migration } from './migrations'

export type AppliedMigration = Omit<Migration, 'statements'>

/** All applied migrations, oldest first. */
export async function readHistory(queries: Pick<Queries, 'execute'>): Promise<AppliedMigration[]> {
  const [tables] = v.parse(historyTableRows, await queries.execute(selectHistoryTables)).rows
  if (!tables?.history) return []
  const applied = v.parse(appliedRows, await queries.execute(selectApplied)).rows
  const names = tables.names ? v.parse(nameRows, await queries.execute(selectNames)).rows : []
  return applied.map(({ when }) => {
    const name = names.find((one) => one.when === when)
    // A migration without a name isn't ours and may have done anything.
    return { createdAt: Number(when), tag: name?.tag ?? 'unnamed', breaksOlder: name?.breaks_older ?? true }
  })
}

/** Applied migrations this Foyer doesn't know: a newer Foyer or another program applied them. */
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

/** Why unknown migrations keep this Foyer from using the database, and what to do; null if they don't. */
export function describeBreaking(unknown: AppliedMigration[]): string | null {
  const breaking = unknown.filter(({ breaksOlder }) => breaksOlder)
  if (breaking.length === 0) return null
  return (
    `A newer Foyer has changed this database so that this one cannot use it (${migrationNames(breaking)}). ` +
    'Start that Foyer, or restore a backup from before into an empty database'
  )
}

export function migrationNames(migrations: AppliedMigration[]): string {
  return migrations.map(({ tag }) => tag).join(', ')
}

/**
 * Drizzle's table of migrations, which earlier releases read, has no names. A second table has them, for builds that don't
 * know the migrations.
 */
export const createHistory = sql.raw(`
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.schema_changes (
    created_at bigint primary key, tag text not null, breaks_older boolean not null)`)

/** Not `to_regclass`, which may be stale in a transaction that has waited for another. */
const selectHistoryTables = sql`
  select coalesce(bool_or(tablename = '__drizzle_migrations'), false) as history,
    coalesce(bool_or(tablename = 'schema_changes'), false) as names
  from pg_tables where schemaname = 'drizzle'`
const selectApplied = sql`select created_at::text as when from drizzle.__drizzle_migrations order by created_at`
const selectNames = sql`select created_at::text as when, tag, breaks_older from drizzle.schema_changes`

const rowsOf = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({ rows: v.array(v.object(entries)) })
const historyTableRows = rowsOf({ history: v.boolean(), names: v.boolean() })
const appliedRows = rowsOf({ when: v.string() })
const nameRows = rowsOf({ when: v.string(), tag: v.string(), breaks_older: v.boolean() })
