import 'server-only'
/** Which migrations a database has, of this Foyer and of others. */
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Queries } from './engine'
import type { Migration } from './migrations'

export type AppliedMigration = Omit<Migration, 'statements'>

/** All that were made, oldest first; none in a database that was never migrated. */
export async function readHistory(queries: Pick<Queries, 'execute'>): Promise<AppliedMigration[]> {
  const [tables] = v.parse(tablesFound, await queries.execute(whichTables)).rows
  if (!tables?.history) return []
  const made = v.parse(madeFound, await queries.execute(allMade)).rows
  const named = tables.names ? v.parse(namesFound, await queries.execute(allNames)).rows : []
  return made.map(({ when }) => {
    const name = named.find((one) => one.when === when)
    // What says nothing about itself isn't ours, and may have done anything.
    return { createdAt: Number(when), tag: name?.tag ?? 'unnamed', breaksOlder: name?.breaks_older ?? true }
  })
}

/** Those of a history that are not among these: a newer Foyer made them, or another program. */
export function unknownMigrations(
  history: AppliedMigration[],
  known: readonly Migration[],
): AppliedMigration[] {
  return history.filter(({ createdAt }) => !known.some((migration) => migration.createdAt === createdAt))
}

/** Those of this Foyer that a database with this history lacks. */
export function pendingMigrations(history: AppliedMigration[], known: readonly Migration[]): Migration[] {
  return known.filter(({ createdAt }) => !history.some((made) => made.createdAt === createdAt))
}

/** Why this Foyer can't use a database in which unknown migrations were made, and what to do; null if it can. */
export function describeBreaking(unknown: AppliedMigration[]): string | null {
  const breaking = unknown.filter(({ breaksOlder }) => breaksOlder)
  if (breaking.length === 0) return null
  return (
    `A newer Foyer has changed this database so that this one cannot use it (${migrationNames(breaking)}). ` +
    'Start that Foyer, or restore a backup from before into an empty database'
  )
}

/** As people are told of them. */
export function migrationNames(migrations: AppliedMigration[]): string {
  return migrations.map(({ tag }) => tag).join(', ')
}

/**
 * What Drizzle's migrator kept, which the releases before this look at, has no names. So these are in a table beside it,
 * which a build can read that doesn't know the migrations.
 */
export const createHistory = sql.raw(`
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.schema_changes (
    created_at bigint primary key, tag text not null, breaks_older boolean not null)`)

/** Not by `to_regclass`: in a transaction that waited for another it may still answer from before. */
const whichTables = sql`
  select coalesce(bool_or(tablename = '__drizzle_migrations'), false) as history,
    coalesce(bool_or(tablename = 'schema_changes'), false) as names
  from pg_tables where schemaname = 'drizzle'`
const allMade = sql`select created_at::text as when from drizzle.__drizzle_migrations order by created_at`
const allNames = sql`select created_at::text as when, tag, breaks_older from drizzle.schema_changes`

const rowsOf = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({ rows: v.array(v.object(entries)) })
const tablesFound = rowsOf({ history: v.boolean(), names: v.boolean() })
const madeFound = rowsOf({ when: v.string() })
const namesFound = rowsOf({ when: v.string(), tag: v.string(), breaks_older: v.boolean() })
