import 'server-only'
/** A backup, written into empty tables: all of it or nothing. */
import { sql } from 'drizzle-orm'
import { type Line, readBackupFile } from './backup-file'
import type { RowCounts } from './backup-format'
import { type Batch, readBatches, refusedLine, requirePlan } from './backup-rows'
import { backupTables, requireOwnSchema } from './backup-tables'
import { askDatabase } from './connection'
import type { Queries } from './engine'
import { backupRefused, causeOf, codeOf } from './faults'
import { describeTransfer, type Transfer } from './transfer'

/** Restores a backup into a database that has no rows yet, PostgreSQL or the embedded one, whichever it is from. */
export function restoreBackup(file: string): Promise<Transfer> {
  return describeTransfer(async () => {
    const lines = readBackupFile(file)
    try {
      const plan = await requirePlan(file, lines)
      const restore = async (queries: Queries) => {
        await requireOwnSchema(queries)
        await requireEmptyTables(queries)
        return insertAll(queries, { file, batches: readBatches(plan, lines) })
      }
      return await askDatabase((queries) => queries.transaction(restore))
    } finally {
      await lines.return()
    }
  })
}

/** Locked first: a site that runs could write between this look and the end, and gets to wait instead. */
async function requireEmptyTables(queries: Queries): Promise<void> {
  const all = backupTables.map(({ table }) => table)
  await queries.execute(sql`lock table ${sql.join(all, sql`, `)} in share row exclusive mode`)
  for (const { name, table } of backupTables) {
    const count = await queries.$count(table)
    if (count > 0)
      throw backupRefused(`The database is not empty: ${name} has ${count} rows. Name an empty one.`)
  }
}

type Insertions = { file: string; batches: AsyncIterable<Batch> }

async function insertAll(queries: Queries, { file, batches }: Insertions): Promise<RowCounts> {
  const rows: RowCounts = Object.fromEntries(backupTables.map(({ name }) => [name, 0]))
  for await (const batch of batches) {
    const { name } = batch.table
    const refused = await insertBatch(queries, batch)
    if (refused)
      throw refusedLine(file, refused.line, `the database refuses this row of ${name} (${refused.reason})`)
    rows[name] = (rows[name] ?? 0) + batch.lines.length
  }
  return rows
}

type RefusedRow = { line: Line; reason: string }

/** Null once all are written. Of several that are refused together, halves are tried until the first row is found. */
async function insertBatch(queries: Queries, batch: Batch): Promise<RefusedRow | null> {
  try {
    await queries.transaction((savepoint) => insertRows(savepoint, batch))
    return null
  } catch (error) {
    const reason = reasonOf(causeOf(error))
    const [line] = batch.lines
    if (reason === null || !line) throw error
    if (batch.lines.length === 1) return { line, reason }
    const half = Math.ceil(batch.lines.length / 2)
    const first = await insertBatch(queries, { ...batch, lines: batch.lines.slice(0, half) })
    return first ?? insertBatch(queries, { ...batch, lines: batch.lines.slice(half) })
  }
}

/** PostgreSQL reads the lines itself. Columns that the backup does not have get their defaults. */
async function insertRows(queries: Queries, { table, lines }: Batch): Promise<void> {
  const names = table.columns.map(({ name }) => sql.identifier(name))
  const kept = names.map((name) => sql`kept.${name}`)
  const json = `[${lines.map(({ text }) => text).join(',')}]`
  await queries.execute(sql`
    insert into ${table.table} (${sql.join(names, sql`, `)})
    select ${sql.join(kept, sql`, `)}
    from json_array_elements(${json}::text::json) as line,
      json_populate_record(null::${table.table}, line -> 'row') as kept`)
}

/** Why PostgreSQL refuses a row: its value (22) or a rule of the table (23). Null: something else is wrong. */
function reasonOf(cause: unknown): string | null {
  const code = codeOf(cause)
  if (code === null || !/^2[23]/.test(code)) return null
  const constraint = cause instanceof Error && 'constraint' in cause ? cause.constraint : null
  return typeof constraint === 'string' ? `${code} ${constraint}` : code
}
