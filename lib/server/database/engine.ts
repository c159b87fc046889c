import 'server-only'
/** What the embedded database and PostgreSQL have in common. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { databaseUnusable } from './faults'

export type Queries = PgDatabase<PgQueryResultHKT>

/** An open database, its tables made. */
export type Engine = {
  queries: Queries
  close(): Promise<void>
}

/** Where the migrations are; the build leaves them there. */
export function requireMigrations(): { migrationsFolder: string } {
  const migrationsFolder = path.join(process.cwd(), 'lib', 'server', 'database', 'migrations')
  if (existsSync(migrationsFolder)) return { migrationsFolder }
  throw databaseUnusable(`${migrationsFolder} is not there. Start Foyer in its own folder.`)
}
