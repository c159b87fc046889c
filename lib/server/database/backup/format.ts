import 'server-only'
/**
 * The lines of a backup, each a JSON object: a header, the rows as PostgreSQL's JSON, and an end with the row
 * counts, which reveals a truncated file.
 */
import * as v from 'valibot'
import { parseJson } from '@/lib/json'
import { adminProblem } from '@/lib/server/database/errors'
import { migrationTags } from '@/lib/server/database/migrations'
import { backupTables } from './transfer'

/** The first line of a new backup. */
export function formatHeader(now: Date): string {
  const tags = migrationTags()
  const first: v.InferOutput<typeof header> = {
    format: 'foyer-backup',
    version: formatVersion,
    schema: { migrations: tags.length, last: tags.at(-1) ?? '' },
    takenAt: now.toISOString(),
    tables: Object.fromEntries(backupTables.map(({ name, columns }) => [name, columns])),
  }
  return `${JSON.stringify(first)}\n`
}

/** Parses the first line into the columns of each table. Throws an admin problem if this Foyer can't restore it. */
export function requireHeader(text: string): Record<string, string[]> {
  const value = parseJson(text)
  if (!v.is(header, value)) throw adminProblem('Line 1: this is no backup of Foyer.')
  const { version, schema, tables } = value
  if (version > formatVersion || schema.migrations > migrationTags().length)
    throw adminProblem(`Line 1: a newer Foyer wrote this (${schema.last}). Restore it with that one.`)
  // Migrations are only added, so an older schema's last one is ours at the same position.
  if (migrationTags()[schema.migrations - 1] !== schema.last)
    throw adminProblem(`Line 1: another program than this Foyer wrote this (${schema.last}).`)
  for (const [name, columns] of Object.entries(tables)) {
    const known = backupTables.find((table) => table.name === name)
    if (!known) throw adminProblem(`Line 1: this Foyer has no table ${name}.`)
    const unknown = columns.find((column) => !known.columns.includes(column))
    if (unknown !== undefined) throw adminProblem(`Line 1: this Foyer has no column ${name}.${unknown}.`)
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
