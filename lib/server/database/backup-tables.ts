import 'server-only'
/** The tables as backups name them, and what their rows may be. */
import { getTableColumns, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { migrationTags, type Queries } from './engine'
import { backupRefused } from './faults'
import { tables } from './schema'

export type BackupTable = { name: string; table: PgTable; columns: PgColumn[] }

/** A table comes after those its foreign keys refer to, so that its rows find theirs. */
export function parentsFirst(list: readonly PgTable[]): PgTable[] {
  const ordered: PgTable[] = []
  const seen = new Set<PgTable>()
  const place = (table: PgTable): void => {
    if (seen.has(table)) return
    seen.add(table)
    for (const key of getTableConfig(table).foreignKeys) place(key.reference().foreignTable)
    ordered.push(table)
  }
  list.forEach(place)
  return ordered
}

/** All tables, in the order in which their rows are written and read. */
export const backupTables: readonly BackupTable[] = parentsFirst(Object.values(tables)).map((table) => ({
  name: getTableConfig(table).name,
  table,
  columns: Object.values(getTableColumns(table)),
}))

/**
 * Says what is wrong with a row: it must have just these columns. Null if nothing is; of types it does not know
 * PostgreSQL judges when the row is written.
 */
export function rowReader({ name, columns }: BackupTable) {
  const readers = columns.map((column) => [column.name, columnReader(column)] as const)
  const row = v.strictObject(Object.fromEntries(readers), 'does not fit the columns that line 1 names')
  return (value: unknown): string | null => {
    const reading = v.safeParse(row, value)
    if (reading.success) return null
    const [issue] = reading.issues
    return `${name}.${v.getDotPath(issue)} ${issue.message}`
  }
}

/**
 * Refuses a database whose tables a newer Foyer has changed: what this one does not know of would be missing from its
 * backup.
 */
export async function requireOwnSchema(queries: Queries): Promise<void> {
  const made = await queries.$count(sql`drizzle.__drizzle_migrations`)
  if (made <= migrationTags().length) return
  throw backupRefused('A newer Foyer has changed the tables of this database. Use that one.')
}

function columnReader(column: PgColumn): v.GenericSchema {
  const type = column.getSQLType()
  const reader = readers.find(([types]) => types.test(type))?.[1] ?? v.unknown()
  return column.notNull ? reader : v.nullable(reader)
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\d[T ]/.test(text) && !Number.isNaN(Date.parse(text))

const readers: ReadonlyArray<readonly [RegExp, v.GenericSchema]> = [
  [/^(text|(var)?char(\(\d+\))?)$/, v.string('must be text')],
  [/^uuid$/, v.pipe(v.string('must be a UUID'), v.uuid('must be a UUID'))],
  [/^boolean$/, v.boolean('must be true or false')],
  [
    /^(smallint|integer|bigint)$/,
    v.pipe(v.number('must be a whole number'), v.integer('must be a whole number')),
  ],
  [/^timestamp/, v.pipe(v.string('must be a time'), v.check(isTime, 'must be a time'))],
]
