import 'server-only'
/**
 * Copies all tables to a file, from a single snapshot: lines, each a JSON object. A header, the rows as PostgreSQL's JSON, and
 * an end with the row counts, which reveals a truncated file.
 */
import { type Column, getTableColumns, getTableName, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { parseJson } from '@/lib/json'
import { queryDatabase } from '@/lib/server/database/connection'
import type { Queries } from '@/lib/server/database/engine'
import { adminProblem } from '@/lib/server/database/errors'
import type { UserId } from '@/lib/server/database/ids'
import {
  createdTables,
  migrationNames,
  readHistory,
  readMigrations,
  unknownMigrations,
} from '@/lib/server/database/migrations'
import type { Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'
import { writeBackupFile } from './file'

/** Writes a backup to a new file. Sites can keep running; later writes aren't included. Throws an admin problem if it can't. */
export async function writeBackup(file: string, now = new Date()): Promise<RowCounts> {
  const rows: RowCounts = {}
  const copy = async (queries: Queries) => {
    await disableStatementTimeout(queries)
    await requireKnownSchema(queries)
    await writeBackupFile(file, backupChunks(queries, rows, now))
  }
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  await queryDatabase((queries) => queries.transaction(copy, snapshot))
  return rows
}

/** Rows per query; small enough for the query timeout, even with long rows. */
const batchSize = 250

/** Yields the file in chunks and counts the rows. */
async function* backupChunks(queries: Queries, rows: RowCounts, now: Date): AsyncGenerator<string> {
  yield formatHeader(now)
  for (const { name, table, columns } of backupTables()) {
    rows[name] = 0
    const kept = sql.join(
      columns.map((column) => sql.identifier(column)),
      sql`, `,
    )
    // PostgreSQL writes the JSON, so numbers keep their precision. `jsonb` text has no line breaks.
    await queries.execute(
      sql`declare backup no scroll cursor for
        select to_jsonb(kept)::text as json from (select ${kept} from ${table}) as kept`,
    )
    for (let isMore = true; isMore; ) {
      const fetched = await queries.execute<{ json: string }>(sql.raw(`fetch ${batchSize} from backup`))
      const batch = fetched.rows
      yield batch.map(({ json }) => `{"table":"${name}","row":${json}}\n`).join('')
      rows[name] += batch.length
      isMore = batch.length === batchSize
    }
    await queries.execute(sql`close backup`)
  }
  yield `${JSON.stringify({ rows })}\n`
}

/** The first line of a new backup. */
function formatHeader(now: Date): string {
  const migrations = readMigrations()
  const first: v.InferOutput<typeof header> = {
    format: 'foyer-backup',
    version: formatVersion,
    schema: { migrations: migrations.length, last: migrations.at(-1)?.tag ?? '' },
    takenAt: now.toISOString(),
    tables: Object.fromEntries(backupTables().map(({ name, columns }) => [name, columns])),
  }
  return `${JSON.stringify(first)}\n`
}

/** Parses the first line into the columns of each table. Throws an admin problem if this release can't restore it. */
export function requireHeader(text: string): Record<string, string[]> {
  const value = parseJson(text)
  if (!v.is(header, value)) throw adminProblem('Line 1: this is no backup of this site.')
  const { version, schema, tables } = value
  const migrations = readMigrations()
  if (version > formatVersion || schema.migrations > migrations.length)
    throw adminProblem(`Line 1: a newer release wrote this (${schema.last}). Restore it with that one.`)
  // Migrations are only added, so an older schema's last one is ours at the same position.
  if (migrations[schema.migrations - 1]?.tag !== schema.last)
    throw adminProblem(`Line 1: another program than this one wrote this (${schema.last}).`)
  const ours = backupTables()
  for (const [name, columns] of Object.entries(tables)) {
    const known = ours.find((table) => table.name === name)
    if (!known) throw adminProblem(`Line 1: this release has no table ${name}.`)
    const unknown = columns.find((column) => !known.columns.includes(column))
    if (unknown !== undefined) throw adminProblem(`Line 1: this release has no column ${name}.${unknown}.`)
  }
  return tables
}

/** Parses any later line, a row or the end; null if it's neither. */
export function parseContent(text: string): v.InferOutput<typeof content> | null {
  const parsed = v.safeParse(content, parseJson(text))
  return parsed.success ? parsed.output : null
}

const formatVersion = 1

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0))
const header = v.object({
  format: v.literal('foyer-backup'),
  version: wholeNumber,
  schema: v.object({ migrations: wholeNumber, last: v.string() }),
  takenAt: v.string(),
  tables: v.record(v.string(), v.array(v.string())),
})
const content = v.union([
  v.strictObject({ table: v.string(), row: v.record(v.string(), v.unknown()) }),
  v.strictObject({ rows: v.record(v.string(), wholeNumber) }),
])

/** Number of rows by table. */
export type RowCounts = Record<string, number>

const all = Object.values<Room>(rooms)
const derived: Column[] = all.flatMap(({ derivedColumns = {} }) => Object.values(derivedColumns))

/** For this transaction: the role may have the timeout of a query. */
export async function disableStatementTimeout(queries: Queries): Promise<void> {
  await queries.execute(sql`set local statement_timeout = 0`)
}

/** All tables, without derived columns, in the order in which migrations created them: after those that their rows refer to. */
export function backupTables() {
  const order = createdTables()
  const named = all
    .flatMap(({ tables = {} }) => Object.values(tables))
    .map((table) => ({
      name: getTableName(table),
      table,
      columns: Object.values(getTableColumns(table))
        .filter((column) => !derived.includes(column))
        .map(({ name }) => name),
    }))
  return named.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
}

/** Refuses a database migrated by a newer release: a backup would miss unknown columns and tables. */
export async function requireKnownSchema(queries: Queries): Promise<void> {
  const unknown = unknownMigrations(await readHistory(queries), readMigrations())
  if (unknown.length === 0) return
  throw adminProblem(
    `A newer release has changed the tables of this database (${migrationNames(unknown)}). Use that one.`,
  )
}

/** The number of rows that name a user, by table. */
export async function countRowsOf(userId: UserId): Promise<RowCounts> {
  const counts: RowCounts = {}
  for (const { name, table } of backupTables())
    if ('userId' in table) {
      const isTheirs = sql`${table.userId} = ${userId}`
      counts[name] = await queryDatabase((queries) => queries.$count(table, isTheirs))
    }
  return counts
}
