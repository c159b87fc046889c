import 'server-only'
/** What the embedded database and PostgreSQL share. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Runs queries; a transaction passes its own. */
export type Queries = PgDatabase<PgQueryResultHKT>

/** The driver's client under Drizzle, for a library with its own SQL. */
type Client = { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }

/** An open database with all migrations applied. */
export type Engine = {
  queries: Queries & {
    $client: Client
    /** Whether all queries go over one connection. A pool in between may give each another one. */
    keepsStatements: boolean
  }
  /** Runs after each query, before its result is returned. */
  afterQuery?: () => Promise<void>
  close(): Promise<void>
}

/**
 * A statement that Drizzle writes once for each engine: to write it takes longer than PostgreSQL needs for its answer. Where
 * statements are kept it has this name, and PostgreSQL plans it once, too. Values come by `sql.placeholder`.
 */
export function prepareOnce<T extends object>(
  name: string,
  write: (queries: Queries, name: string) => T,
): (queries: Engine['queries']) => T {
  const written = new WeakMap<Queries, T>()
  return (queries) => {
    const statement = written.get(queries) ?? write(queries, queries.keepsStatements ? name : unnamed)
    written.set(queries, statement)
    return statement
  }
}

const unnamed = ''
