import 'server-only'
/** What the embedded database and PostgreSQL have in common. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { refusal } from './faults'

/** Runs queries; a transaction hands over one of its own. */
export type Queries = PgDatabase<PgQueryResultHKT>

/** The driver's own client below Drizzle, for a library that writes its own statements. */
type Client = { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }

/** An open database, its tables made. */
export type Engine = {
  queries: Queries & { $client: Client }
  /** Runs after each question, before it is answered. */
  afterQuestion?: () => Promise<void>
  close(): Promise<void>
}

/** Where the migrations are; the build leaves them there. */
export function requireMigrations(): { migrationsFolder: string } {
  const migrationsFolder = path.join(process.cwd(), 'lib', 'server', 'database', 'migrations')
  if (existsSync(migrationsFolder)) return { migrationsFolder }
  throw refusal(`${migrationsFolder} is not there. Start Foyer in its own folder.`)
}

/** The names of all migrations, the oldest first. */
export function migrationTags(): string[] {
  const file = path.join(requireMigrations().migrationsFolder, 'meta', '_journal.json')
  return v.parse(journal, JSON.parse(readFileSync(file, 'utf8'))).entries.map(({ tag }) => tag)
}

const journal = v.object({ entries: v.array(v.object({ tag: v.string() })) })
