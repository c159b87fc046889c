import 'server-only'
/** The migrations of this Foyer, read from the source folder: the build doesn't copy them. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { adminProblem } from './errors'

export type Migration = {
  /** The name of its file. */
  tag: string
  /** When it was written, in milliseconds since 1970. Identifies it in a database. */
  createdAt: number
  /** Whether builds without it fail on the migrated database. */
  breaksOlder: boolean
  statements: string
}

/** All migrations, oldest first. */
export function readMigrations(): Migration[] {
  const folder = path.join(process.cwd(), 'lib', 'server', 'database', 'migrations')
  if (!existsSync(folder)) throw adminProblem(`${folder} is not there. Start Foyer in its own folder.`)
  const read = (...name: string[]) => readFileSync(path.join(folder, ...name), 'utf8')
  return v.parse(journal, JSON.parse(read('meta', '_journal.json'))).entries.map((entry) => ({
    tag: entry.tag,
    createdAt: entry.when,
    breaksOlder: entry.breaksOlder,
    statements: read(`${entry.tag}.sql`),
  }))
}

export function migrationTags(): string[] {
  return readMigrations().map(({ tag }) => tag)
}

const journal = v.object({
  entries: v.array(v.object({ tag: v.string(), when: v.number(), breaksOlder: v.boolean() })),
})
