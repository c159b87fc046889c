/** What PostgreSQL says over one connection, for the checks of the database. Changes nothing. */
import { codeOf } from '../../lib/error-code'
import { causeOf } from '../../lib/server/database/errors'
import type { ProviderUserId, UserId } from '../../lib/server/database/ids'
import {
  createdTables,
  pendingMigrations,
  readHistory,
  readMigrations,
  unknownMigrations,
} from '../../lib/server/database/migrations'
import { withConnection } from '../../lib/server/database/postgres'

export type Postgres = Awaited<ReturnType<typeof askPostgres>>

/** Connects within two seconds; each query may take four. If it can't be asked, says by which code. */
export async function askPostgres(connectionString: string) {
  const config = {
    connectionString,
    statement_timeout: 3_500,
    connectionTimeoutMillis: 2_000,
    query_timeout: 4_000,
    application_name: 'foyer doctor',
  }
  try {
    return await withConnection(config, async (queries, roleLimit) => {
      const { rows } = await queries.$client.query<Facts>(selectFacts, [createdTables()])
      const [facts] = rows
      if (!facts) throw new Error('The server told nothing')
      const migrations = readMigrations()
      // Without these rights the history can't be read either.
      const history = facts.missing.length > 0 ? [] : await readHistory(queries)
      const pending = pendingMigrations(history, migrations).length
      const proved =
        facts.missing.length > 0 || pending > 0 ? null : await queries.$client.query<Proved>(selectProved)
      return {
        status: 'reachable' as const,
        ...facts,
        /** The user's statement timeout (`0` for none) if a pooler refused ours; else null. */
        roleLimit,
        /** Of a newer release. */
        unknown: unknownMigrations(history, migrations),
        known: migrations.length,
        pending,
        /** Accounts with a proved address, those who signed in last. */
        proved: proved?.rows ?? [],
      }
    })
  } catch (error) {
    return { status: 'unreachable' as const, code: connectionCode(causeOf(error)) }
  }
}

type Proved = { user_id: UserId; provider_user_id: ProviderUserId; address: string }

/** As many as take five questions to the provider. */
const selectProved = `
  select uid as user_id, coalesce(provider_id, uid) as provider_user_id, address from accounts
  left join (select uid, max(renewed_at) as at from sessions group by uid) as last using (uid)
  where address is not null and leaving_at is null
  order by last.at desc nulls last limit 500`

/** A code of the system or of PostgreSQL, `no-answer`, or `no-tls`, for which the driver has none. */
function connectionCode(error: unknown): string {
  if (error instanceof Error && /does not support SSL/.test(error.message)) return 'no-tls'
  return codeOf(error) ?? 'no-answer'
}

type Facts = {
  version: string
  is_superuser: boolean
  /** How many the server has for users other than superusers. */
  connections: number
  /** The rights that the user lacks on existing tables: `UPDATE on public.notes`. */
  missing: string[]
  /** The rights that the user lacks to migrate. */
  missing_to_migrate: string[]
  /** Our tables that PUBLIC or the roles of Supabase's Data API may use. */
  open_to_all: string[]
}

/** Supabase grants two roles the tables of `postgres`, unless rows have policies (supabase.com, 'Securing your API'). */
const selectFacts = `
  select current_setting('server_version') as version,
    (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    array(select string_agg(needed, ', ' order by needed) || ' on ' || schemaname || '.' || tablename
      from pg_tables cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as needed
      where ((schemaname = current_schema() and tablename = any($1)) or (schemaname = 'drizzle' and needed = 'SELECT'))
        and not (has_schema_privilege(schemaname, 'USAGE')
          and has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), needed))
      group by schemaname, tablename order by schemaname, tablename) as missing,
    array_remove(array[
      case when not has_database_privilege(current_database(), 'CREATE') then 'CREATE on the database' end,
      case when not coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
        then 'CREATE on the schema public' end], null) as missing_to_migrate,
    array(select distinct relname::text from pg_class cross join aclexplode(relacl) as given
        left join pg_roles on pg_roles.oid = given.grantee
      where relnamespace = to_regnamespace(current_schema()) and relname = any($1)
        and not relrowsecurity and (given.grantee = 0 or rolname in ('anon', 'authenticated'))
      order by 1) as open_to_all`
