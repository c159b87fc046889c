import 'server-only'
/** What the embedded database and PostgreSQL share. */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

/** Runs queries; a transaction passes its own. */
export type Queries = PgDatabase<NodePgQueryResultHKT>

/** The driver's client, for libraries with their own SQL. */
type Client = { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }

/** An open database with all migrations applied. */
export type Engine = {
  queries: Queries & {
    $client: Client
    /** False where a pooler may give each query another connection. */
    supportsNamedStatements: boolean
  }
  /** Runs after each query, before its result is returned. */
  afterQuery?: () => Promise<void>
  close(): Promise<void>
}

/**
 * Builds a statement once per engine, as building takes Drizzle longer than running takes PostgreSQL. Where the engine
 * supports named statements, PostgreSQL also plans it only once. Pass values by `sql.placeholder`, times as text.
 */
export function prepareOnce<T extends object>(
  name: string,
  build: (queries: Queries, name: string) => T,
): (queries: Engine['queries']) => T {
  const statements = new WeakMap<Queries, T>()
  return (queries) => {
    const statement = statements.get(queries) ?? build(queries, queries.supportsNamedStatements ? name : '')
    statements.set(queries, statement)
    return statement
  }
}
