import 'server-only'
/** The rows of a backup, each checked before it reaches the database. */
import type { Line } from './backup-file'
import { type Content, parseContent, type RowCounts, requireHeader } from './backup-format'
import { type BackupTable, backupTables, rowReader } from './backup-tables'
import { backupRefused, isBackupRefused } from './faults'

/** Lines that follow each other and hold rows of one table; of its columns those that the backup has. */
export type Batch = { table: BackupTable; lines: Line[]; length: number }

/** What the first line announces. */
export type RestorePlan = { file: string; tables: Map<string, KnownTable> }

type KnownTable = { table: BackupTable; problemOf: (row: unknown) => string | null }

/** Reads the first line, and refuses what does not fit this Foyer's tables before the database is asked. */
export async function requirePlan(file: string, lines: AsyncGenerator<Line>): Promise<RestorePlan> {
  const { value: first } = await lines.next()
  if (!first) throw backupRefused(`${file} is empty.`)
  try {
    const { tables } = requireHeader(first.text)
    const known = Object.entries(tables).map(([name, columns]) => requireTable(name, columns))
    return { file, tables: new Map(known.map((table) => [table.name, knownTable(table)])) }
  } catch (error) {
    if (isBackupRefused(error)) throw refusedLine(file, first, error.message)
    throw error
  }
}

/** The other lines. Ends only when all rows have come that were written. */
export async function* readBatches(plan: RestorePlan, lines: AsyncIterable<Line>): AsyncGenerator<Batch> {
  let batch: Batch | null = null
  for await (const { table, line } of readRows(plan, lines)) {
    if (batch && (batch.table !== table || isFull(batch))) {
      yield batch
      batch = null
    }
    batch ??= { table, lines: [], length: 0 }
    batch.lines.push(line)
    batch.length += line.text.length
  }
  if (batch) yield batch
}

/** A line that keeps the backup from being restored. */
export function refusedLine(file: string, line: Line, problem: string): Error {
  return backupRefused(`${file}, line ${line.number}: ${problem}.`)
}

/** An older backup may lack columns, if the database knows what to put there. */
function requireTable(name: string, columns: readonly string[]): BackupTable {
  const table = backupTables.find((one) => one.name === name)
  if (!table) throw backupRefused(`this Foyer has no table ${name}`)
  const unknown = columns.find((column) => !table.columns.some((one) => one.name === column))
  if (unknown !== undefined) throw backupRefused(`this Foyer has no column ${name}.${unknown}`)
  const missing = table.columns.find((one) => one.notNull && !one.hasDefault && !columns.includes(one.name))
  if (missing) throw backupRefused(`the column ${name}.${missing.name} is missing`)
  return { ...table, columns: table.columns.filter((one) => columns.includes(one.name)) }
}

function knownTable(table: BackupTable): KnownTable {
  return { table, problemOf: rowReader(table) }
}

/** Few and short enough to be written within the time a statement has. */
function isFull({ lines, length }: Batch): boolean {
  return lines.length >= 500 || length >= 1_000_000
}

type Row = { table: BackupTable; line: Line }

async function* readRows(plan: RestorePlan, lines: AsyncIterable<Line>): AsyncGenerator<Row> {
  const counts: RowCounts = Object.fromEntries([...plan.tables.keys()].map((name) => [name, 0]))
  let isEnded = false
  for await (const line of lines) {
    const content = isEnded ? null : parseContent(line.text)
    const problem = content ? problemOf(content, plan, counts) : 'this is neither a row nor the end'
    if (problem) throw refusedLine(plan.file, line, problem)
    if (content?.kind === 'end') isEnded = true
    const known = content?.kind === 'row' ? plan.tables.get(content.table) : null
    if (!known) continue
    counts[known.table.name] = (counts[known.table.name] ?? 0) + 1
    yield { table: known.table, line }
  }
  if (!isEnded) throw backupRefused(`${plan.file} is cut off: its end is missing.`)
}

function problemOf(content: Content, { tables }: RestorePlan, counts: RowCounts): string | null {
  if (content.kind === 'end') return describeDifference(counts, content.rows)
  const known = tables.get(content.table)
  return known ? known.problemOf(content.row) : `line 1 names no table ${content.table}`
}

function describeDifference(found: RowCounts, written: RowCounts): string | null {
  const names = new Set([...Object.keys(found), ...Object.keys(written)])
  const different = [...names].find((name) => found[name] !== written[name])
  if (different === undefined) return null
  return `${written[different] ?? 0} rows of ${different} were written, and ${found[different] ?? 0} are here`
}
