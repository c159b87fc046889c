import 'server-only'
/** What backup and restore have in common: the tables, and how they end. */
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { migrationTags, type Queries } from '@/lib/server/database/engine'
import { isDatabaseUnavailable, isRefusal, refusal } from '@/lib/server/database/faults'
import { tables } from '@/lib/server/database/schema'

/** How many rows of which table. */
export type RowCounts = Record<string, number>

export type Transfer =
  | { status: 'done'; rows: RowCounts }
  /** In words for the person. Nothing was changed. */
  | { status: 'refused'; problem: string }

/** Does the work, and says in words what only a person can fix. */
export async function describeTransfer(work: () => Promise<RowCounts>): Promise<Transfer> {
  try {
    return { status: 'done', rows: await work() }
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { status: 'refused', problem: 'The database cannot be reached.' }
    if (isRefusal(error)) return { status: 'refused', problem: error.message }
    throw error
  }
}

/** All tables, in the order in which their rows are written and read. */
export const backupTables = Object.values(tables).map((table) => ({
  name: getTableName(table),
  table,
  columns: Object.values(getTableColumns(table)).map(({ name }) => name),
}))

/** Refuses a database that a newer Foyer has migrated: a backup would lack what this one does not know. */
export async function requireOwnSchema(queries: Queries): Promise<void> {
  const made = await queries.$count(sql`drizzle.__drizzle_migrations`)
  if (made <= migrationTags().length) return
  throw refusal('A newer Foyer has changed the tables of this database. Use that one.')
}
