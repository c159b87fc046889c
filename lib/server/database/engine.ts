import 'server-only'
/** What the embedded database and PostgreSQL have in common. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { databaseUnusable } from './faults'

export type Queries = PgDatabase<PgQueryResultHKT>

/** An open database, its tables made. */
export type Engine = {
  queries: Queries
  /** Runs a statement that a library has written itself, its values at `$1` and so on. */
  run(text: string, values: unknown[]): Promise<unknown[]>
  close(): Promise<void>
}

/** Where the migrations are; the build leaves them there. */
export function requireMigrations(): { migrationsFolder: string } {
  const migrationsFolder = path.join(process.cwd(), 'lib', 'server', 'database', 'migrations')
  if (existsSync(migrationsFolder)) return { migrationsFolder }
  throw databaseUnusable(`${migrationsFolder} is not there. Start Foyer in its own folder.`)
}

/** The names of all migrations, the oldest first. */
export function migrationTags(): string[] {
  const file = path.join(requireMigrations().migrationsFolder, 'meta', '_journal.json')
  return v.parse(journal, JSON.parse(readFileSync(file, 'utf8'))).entries.map(({ tag }) => tag)
}

const journal = v.object({ entries: v.array(v.object({ tag: v.string() })) })
