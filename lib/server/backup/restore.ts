import 'server-only'
/** Restores a backup into empty tables, in one transaction. */
import { sql } from 'drizzle-orm'
import { codeOf } from '@/lib/error-code'
import { queryDatabase } from '@/lib/server/database/connection'
import type { Queries } from '@/lib/server/database/engine'
import { adminProblem, causeOf } from '@/lib/server/database/errors'
import {
  backupTables,
  disableStatementTimeout,
  parseContent,
  type RowCounts,
  requireHeader,
  requireKnownSchema,
} from './backup'
import { type Line, readBackupFile } from './file'

/** Restores a backup into an empty database, PostgreSQL or embedded, regardless of its origin. Throws an admin problem if it can't. */
export async function restoreBackup(file: string): Promise<RowCounts> {
  const lines = readBackupFile(file)
  try {
    const first = await lines.next()
    if (first.done) throw adminProblem(`${file} is empty.`)
    const columns = requireHeader(first.value.text)
    return await queryDatabase((queries) =>
      queries.transaction(async (transaction) => {
        await disableStatementTimeout(transaction)
        await requireKnownSchema(transaction)
        await requireEmptyTables(transaction)
        return insertAll(transaction, columns, lines)
      }),
    )
  } finally {
    await lines.return()
  }
}

/** Locks the tables first: a running site could otherwise write during the restore. */
async function requireEmptyTables(queries: Queries): Promise<void> {
  const all = backupTables().map(({ table }) => table)
  await queries.execute(sql`lock table ${sql.join(all, sql`, `)} in share row exclusive mode`)
  for (const { name, table } of backupTables()) {
    const count = await queries.$count(table)
    if (count > 0)
      throw adminProblem(`The database is not empty: ${name} has ${count} rows. Name an empty one.`)
  }
}

type Columns = Record<string, string[]>

/** Inserts all rows and checks their number against the end line. */
async function insertAll(queries: Queries, columns: Columns, lines: AsyncIterable<Line>): Promise<RowCounts> {
  const rows: RowCounts = Object.fromEntries(backupTables().map(({ name }) => [name, 0]))
  let batch: Batch = { table: '', columns: [], lines: [], length: 0 }
  let end: (Line & { rows: RowCounts }) | null = null
  for await (const line of lines) {
    const content = parseContent(line.text)
    if (!content || end) throw refusedLine(line, 'this is neither a row nor the end')
    if ('rows' in content) {
      end = { ...line, rows: content.rows }
      continue
    }
    const known = columns[content.table]
    if (!known) throw refusedLine(line, `line 1 names no table ${content.table}`)
    if (batch.table !== content.table || isFull(batch)) {
      await insertBatch(queries, batch)
      batch = { table: content.table, columns: known, lines: [], length: 0 }
    }
    batch.lines.push(line)
    batch.length += line.text.length
    rows[content.table] = (rows[content.table] ?? 0) + 1
  }
  if (!end) throw adminProblem('The file is cut off: its end is missing.')
  await insertBatch(queries, batch)
  for (const name of Object.keys({ ...rows, ...end.rows })) {
    const [found, written] = [rows[name] ?? 0, end.rows[name] ?? 0]
    if (found !== written)
      throw refusedLine(end, `${written} rows of ${name} were written, and ${found} are here`)
  }
  return rows
}

/** Consecutive lines with rows of one table. */
type Batch = { table: string; columns: string[]; lines: Line[]; length: number }

/** Keeps a batch small enough for the statement timeout. */
function isFull({ lines, length }: Batch): boolean {
  return lines.length >= 500 || length >= 1_000_000
}

/** If a batch fails, inserts its rows one by one to name the bad line. */
async function insertBatch(queries: Queries, batch: Batch): Promise<void> {
  const [line] = batch.lines
  if (!line) return
  try {
    await queries.transaction((savepoint) => insertRows(savepoint, batch))
  } catch (error) {
    const reason = describeRefusal(causeOf(error))
    if (!reason) throw error
    if (batch.lines.length > 1)
      for (const one of batch.lines) await insertBatch(queries, { ...batch, lines: [one] })
    throw refusedLine(line, `the database refuses this row of ${batch.table} (${reason})`)
  }
}

/** PostgreSQL parses the lines itself. Missing columns get their defaults; derived ones are made when they are needed. */
async function insertRows(queries: Queries, { table, columns, lines }: Batch): Promise<void> {
  const into = sql.identifier(table)
  const names = columns.map((name) => sql.identifier(name))
  const kept = columns.map((name) => sql`kept.${sql.identifier(name)}`)
  const json = `[${lines.map(({ text }) => text).join(',')}]`
  await queries.execute(sql`
    insert into ${into} (${sql.join(names, sql`, `)})
    select ${sql.join(kept, sql`, `)}
    from json_array_elements(${json}::text::json) as line,
      json_populate_record(null::${into}, line.value -> 'row') as kept`)
}

/** Why PostgreSQL refused a row: a bad value (22) or a constraint (23). Null for other errors. */
function describeRefusal(cause: unknown): string | null {
  const code = codeOf(cause)
  if (code === null || !/^2[23]/.test(code)) return null
  const { constraint, column } = cause as { constraint?: string; column?: string }
  return [code, constraint ?? column].filter(Boolean).join(' ')
}

function refusedLine(line: Line, problem: string): Error {
  return adminProblem(`Line ${line.number}: ${problem}.`)
}
