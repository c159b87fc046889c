import 'server-only'
/**
 * A backup, line by line, each a JSON object: a header, the rows as PostgreSQL writes them in JSON, and an end that
 * counts them, so that a file that was cut off is noticed.
 */
import * as v from 'valibot'
import { backupTables } from './backup-tables'
import { migrationTags } from './engine'
import { backupRefused } from './faults'

/** How many rows of which table. */
export type RowCounts = Record<string, number>

export type Header = v.InferOutput<typeof header>

export type Content =
  | { kind: 'row'; table: string; row: Record<string, unknown> }
  | { kind: 'end'; rows: RowCounts }

/** The first line of a backup that is made now. */
export function formatHeader(now: Date): string {
  const tags = migrationTags()
  const first: Header = {
    format: formatName,
    version: formatVersion,
    schema: { migrations: tags.length, last: tags.at(-1) ?? '' },
    takenAt: now.toISOString(),
    tables: Object.fromEntries(backupTables.map(({ name, columns }) => [name, columns.map((c) => c.name)])),
  }
  return `${JSON.stringify(first)}\n`
}

/** One row; `json` is what PostgreSQL wrote, digits and all: no number passes through JavaScript's. */
export function formatRow(table: string, json: string): string {
  return `{"table":${JSON.stringify(table)},"row":${json}}\n`
}

export function formatEnd(rows: RowCounts): string {
  return `${JSON.stringify({ rows })}\n`
}

/** The first line of a backup that this Foyer can read; any other is refused in words. */
export function requireHeader(text: string): Header {
  const value = parseJson(text)
  if (!v.is(anyHeader, value)) throw backupRefused('this is no backup of Foyer')
  if (value.version > formatVersion) throw backupRefused('a newer Foyer wrote this. Restore it with that one')
  const reading = v.safeParse(header, value)
  if (!reading.success) throw backupRefused(`${v.getDotPath(reading.issues[0])} is wrong`)
  requireKnownSchema(reading.output.schema)
  return reading.output
}

/** Any line but the first; null if it is neither a row nor the end. */
export function parseContent(text: string): Content | null {
  const value = parseJson(text)
  if (v.is(rowLine, value)) return { kind: 'row', ...value }
  if (v.is(endLine, value)) return { kind: 'end', ...value }
  return null
}

const formatName = 'foyer-backup'
const formatVersion = 1

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0))
const columnNames = v.pipe(
  v.array(v.string()),
  v.minLength(1),
  v.check((names) => new Set(names).size === names.length),
)
const anyHeader = v.object({ format: v.literal(formatName), version: wholeNumber })
const header = v.strictObject({
  format: v.literal(formatName),
  version: v.literal(formatVersion),
  schema: v.strictObject({ migrations: wholeNumber, last: v.string() }),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  tables: v.record(v.string(), columnNames),
})
const rowLine = v.strictObject({ table: v.string(), row: v.record(v.string(), v.unknown()) })
const endLine = v.strictObject({ rows: v.record(v.string(), wholeNumber) })

/** The names of migrations are history: a schema is older only if its last one is among ours, at its place. */
function requireKnownSchema({ migrations, last }: Header['schema']): void {
  const tags = migrationTags()
  if (migrations > tags.length)
    throw backupRefused(`a newer Foyer wrote this (${last}). Restore it with that one`)
  if ((tags[migrations - 1] ?? '') !== last)
    throw backupRefused(`another program than this Foyer wrote this (${last})`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
