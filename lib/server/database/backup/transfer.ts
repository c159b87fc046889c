import 'server-only'
/** Shared by backup and restore: tables, errors and the result. */
import { type Column, getTableColumns, getTableName, sql } from 'drizzle-orm'
import { allowLongQueries } from '@/lib/server/database/connection'
import type { Queries } from '@/lib/server/database/engine'
import { adminProblem, isAdminProblem, isDatabaseUnavailable } from '@/lib/server/database/errors'
import { migrationNames, readHistory, unknownMigrations } from '@/lib/server/database/history'
import { readMigrations } from '@/lib/server/database/migrations'
import { derivedColumns } from '@/lib/server/database/schema/notes'
import { tables } from '@/lib/server/database/schema/tables'

/** Number of rows by table. */
export type RowCounts = Record<string, number>

export type TransferResult =
  | { status: 'done'; rows: RowCounts }
  /** A message for the administrator. Nothing was changed. */
  | { status: 'refused'; problem: string }

const derived: Column[] = Object.values(derivedColumns)

/** Runs the work. Outages and admin problems become messages. */
export async function runTransfer(work: () => Promise<RowCounts>): Promise<TransferResult> {
  allowLongQueries()
  try {
    return { status: 'done', rows: await work() }
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { status: 'refused', problem: 'The database cannot be reached.' }
    if (isAdminProblem(error)) return { status: 'refused', problem: error.message }
    throw error
  }
}

/** For this transaction: the role may have the timeout of a query. */
export async function disableStatementTimeout(queries: Queries): Promise<void> {
  await queries.execute(sql`set local statement_timeout = 0`)
}

/** All tables in the order of writing, without derived columns. */
export const backupTables = Object.values(tables).map((table) => ({
  name: getTableName(table),
  table,
  columns: Object.values(getTableColumns(table))
    .filter((column) => !derived.includes(column))
    .map(({ name }) => name),
}))

/** Refuses a database migrated by a newer Foyer: a backup would miss unknown columns and tables. */
export async function requireKnownSchema(queries: Queries): Promise<void> {
  const unknown = unknownMigrations(await readHistory(queries), readMigrations())
  if (unknown.length === 0) return
  throw adminProblem(
    `A newer Foyer has changed the tables of this database (${migrationNames(unknown)}). Use that one.`,
  )
}
