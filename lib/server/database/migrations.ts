import 'server-only'
/** The migrations of this Foyer. They are read from the source: the build doesn't copy them. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { adminProblem } from './errors'

export type Migration = {
  /** The name of its file. */
  tag: string
  /** When it was written, in milliseconds since 1970. A database knows it by this. */
  createdAt: number
  /** Whether builds that don't know it fail on what it leaves. */
  breaksOlder: boolean
  /** Run as one query. */
  statements: string
}

/** All of them, oldest first. */
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
