import 'server-only'
/** What backup and restore share: the tables and the outcome. */
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { migrationTags, type Queries } from '@/lib/server/database/engine'
import { isDatabaseUnavailable, isRefusal, refusal } from '@/lib/server/database/faults'
import { tables } from '@/lib/server/database/schema'

/** Number of rows by table. */
export type RowCounts = Record<string, number>

export type Transfer =
  | { status: 'done'; rows: RowCounts }
  /** A message for the administrator. Nothing was changed. */
  | { status: 'refused'; problem: string }

/** Runs the work; outages and refusals become messages for the administrator. */
export async function describeTransfer(work: () => Promise<RowCounts>): Promise<Transfer> {
  try {
    return { status: 'done', rows: await work() }
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { status: 'refused', problem: 'The database cannot be reached.' }
    if (isRefusal(error)) return { status: 'refused', problem: error.message }
    throw error
  }
}

/** All tables, in the order they are written and restored. */
export const backupTables = Object.values(tables).map((table) => ({
  name: getTableName(table),
  table,
  columns: Object.values(getTableColumns(table)).map(({ name }) => name),
}))

/** Refuses a database migrated by a newer Foyer: we'd miss the columns and tables we don't know. */
export async function requireOwnSchema(queries: Queries): Promise<void> {
  const made = await queries.$count(sql`drizzle.__drizzle_migrations`)
  if (made <= migrationTags().length) return
  throw refusal('A newer Foyer has changed the tables of this database. Use that one.')
}
