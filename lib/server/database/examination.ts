import 'server-only'
/** Inspects a database without changing it, and independently of the site's connection. */
import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import * as v from 'valibot'
import { codeOf } from '@/lib/error-code'
import { clusterFolder, describeVersionMismatch, embeddedFolder } from './embedded'
import type { Queries } from './engine'
import { causeOf } from './errors'
import { describeLockOwner } from './lock'
import {
  createdTables,
  describeBreaking,
  migrationNames,
  pendingMigrations,
  readHistory,
  readMigrations,
  unknownMigrations,
} from './migrations'
import { withConnection } from './postgres'

export type PostgresState = Awaited<ReturnType<typeof examinePostgres>>

export type EmbeddedState =
  | { status: 'absent' | 'free' }
  | { status: 'in-use'; owner: string }
  /** Needs an administrator. */
  | { status: 'unusable'; problem: string }

/** Connects within two seconds; each query may take four. */
export async function examinePostgres(connectionString: string) {
  try {
    const config = {
      connectionString,
      statement_timeout: 3_500,
      connectionTimeoutMillis: 2_000,
      query_timeout: 4_000,
      application_name: 'foyer doctor',
    }
    return await withConnection(config, async (client, roleLimit) => ({
      status: 'reachable' as const,
      /** The user's statement timeout (`0` for none) if a pooler refused ours; else null. */
      roleLimit,
      ...(await inspectTables(client)),
    }))
  } catch (error) {
    if (error instanceof v.ValiError) throw error
    /** A code of the system or of PostgreSQL, `no-tls`, or `no-answer`. */
    return { status: 'unreachable' as const, code: connectionCode(causeOf(error)) }
  }
}

/** The driver gives no code for a server without TLS. */
function connectionCode(error: unknown): string {
  if (error instanceof Error && /does not support SSL/.test(error.message)) return 'no-tls'
  return codeOf(error) ?? 'no-answer'
}

async function inspectTables(client: Client) {
  const queries = drizzle(client)
  const { rows } = await client.query(selectServerFacts)
  const facts = v.parse(serverFacts, rows[0])
  const missing = await missingRights(queries)
  // Without these rights the history can't be read either.
  const [history, migrations] = missing.length > 0 ? [[], []] : [await readHistory(queries), readMigrations()]
  const unknown = unknownMigrations(history, migrations)
  return {
    version: facts.version,
    /** The connections the server has for users other than superusers. */
    connections: facts.connections,
    /** The rights that the user lacks on existing tables: `UPDATE on notes`. */
    missing,
    /** Our tables that PUBLIC or the roles of Supabase's Data API may use. */
    openToAll: await tablesOpenToAll(queries),
    /** The number of this release's migrations, and of those applied. */
    known: migrations.length,
    applied: migrations.length - pendingMigrations(history, migrations).length,
    /** The rights that the user lacks to apply the others. */
    missingMigrationRights: [
      ...(facts.may_create ? [] : ['CREATE on the database']),
      ...(facts.may_create_tables ? [] : ['CREATE on the schema public']),
    ],
    /** The names of migrations by a newer release; empty if there are none. */
    newer: migrationNames(unknown),
    /** Why those keep this release from using the database; null if they don't. */
    problem: describeBreaking(unknown),
  }
}

const selectServerFacts = `
  select current_setting('server_version') as version,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    has_database_privilege(current_database(), 'CREATE') as may_create,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as may_create_tables`

const serverFacts = v.object({
  version: v.string(),
  connections: v.number(),
  may_create: v.boolean(),
  may_create_tables: v.boolean(),
})

/** Supabase grants these two roles tables of `postgres`, unless rows have policies (supabase.com, 'Securing your API'). */
async function tablesOpenToAll(queries: Queries): Promise<string[]> {
  const { rows } = v.parse(
    tableRows,
    await queries.execute(sql`
      select distinct relname as table from pg_class cross join aclexplode(relacl) as given
        left join pg_roles on pg_roles.oid = given.grantee
      where relnamespace = to_regnamespace(current_schema()) and relname = any(${sql.param(createdTables())})
        and not relrowsecurity and (given.grantee = 0 or rolname in ('anon', 'authenticated'))
      order by 1`),
  )
  return rows.map(({ table }) => table)
}

const tableRows = v.object({ rows: v.array(v.object({ table: v.string() })) })

/** The user's missing rights on our existing tables and on Drizzle's. */
async function missingRights(queries: Queries): Promise<string[]> {
  const { rows } = v.parse(
    rightRows,
    await queries.execute(sql`
      select schemaname || '.' || tablename as table, string_agg(needed, ', ' order by needed) as rights
      from pg_tables cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as needed
      where ((schemaname = current_schema() and tablename = any(${sql.param(createdTables())}))
          or (schemaname = 'drizzle' and needed = 'SELECT'))
        and not (has_schema_privilege(schemaname, 'USAGE')
          and has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), needed))
      group by 1 order by 1`),
  )
  return rows.map(({ table, rights }) => `${rights} on ${table}`)
}

const rightRows = v.object({ rows: v.array(v.object({ table: v.string(), rights: v.string() })) })

/** Reads only files: opening the database would write. */
export async function examineEmbedded(dataDir: string): Promise<EmbeddedState> {
  const folder = embeddedFolder(dataDir)
  const cluster = clusterFolder(folder)
  try {
    const owner = await describeLockOwner(folder)
    if (owner) return { status: 'in-use', owner }
    await requireWritable(existsSync(cluster) ? cluster : folder)
    if (!existsSync(cluster)) return { status: 'absent' }
    const problem = await describeVersionMismatch(cluster)
    return problem ? { status: 'unusable', problem } : { status: 'free' }
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return { status: 'unusable', problem: `${folder} cannot be used (${code}). Set another DATA_DIR` }
  }
}

/** Checks the folder, or the nearest existing parent in which it would be created. */
async function requireWritable(folder: string): Promise<void> {
  if (!existsSync(folder)) return requireWritable(path.dirname(folder))
  if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
  await access(folder, constants.W_OK)
}
