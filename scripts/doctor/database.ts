/** Whether the database works, and only Foyer can access it. */
import path from 'node:path'
import {
  type EmbeddedState,
  examineEmbedded,
  examinePostgres,
  type PostgresState,
} from '../../lib/server/database/database'
import { examinePrivacy } from '../../lib/server/private-folder'
import { type DoctorContext, type Finding, ok, problem, warning } from './finding'

/** Examines PostgreSQL or the embedded database's folder without changing anything. */
export async function examineDatabase({ config, isProduction }: DoctorContext): Promise<Finding[]> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl)
    return describePostgres(await examinePostgres(databaseUrl), {
      location: locationOf(databaseUrl),
      poolSize: config.databasePoolSize,
    })
  const embedded = describeEmbedded(await examineEmbedded(dataDir), path.resolve(dataDir))
  if (embedded.verdict !== 'ok' || !isProduction) return [embedded]
  const words = `${embedded.words}. One process, one machine: back it up, or set DATABASE_URL`
  return [warning('Database', words)]
}

function describePostgres(
  state: PostgresState,
  { location, poolSize }: { location: string; poolSize: number },
): Finding[] {
  if (state.status === 'unreachable')
    return [
      problem('Database', `${location} ${describeCode(state.code)} (${state.code}). ${helpFor(state.code)}`),
    ]
  return [
    describeTables(state, `PostgreSQL ${state.version} at ${location}`),
    ...describeOpenTables(state),
    ...(state.roleLimit === null
      ? [describeConnections(state.connections, poolSize)]
      : describePooler(state)),
  ]
}

function describeOpenTables({ openToAll }: Reachable): Finding[] {
  if (openToAll.length === 0) return []
  const words = `everybody who reaches the database, or Supabase's Data API, may use ${openToAll.join(', ')}`
  const help = 'Revoke that from public, anon and authenticated, and give Foyer a role of its own'
  return [warning('Tables', `${words}. ${help} (docs/hosts/poolers.md)`)]
}

/** Not behind a pooler, which shares connections. The number of instances isn't known here. */
function describeConnections(connections: number, poolSize: number): Finding {
  const words = `the server has ${connections}, an instance takes ${poolSize} and one more while it starts`
  if (poolSize < connections) return ok('Connections', words)
  return warning('Connections', `${words}. Set a smaller DATABASE_POOL_SIZE`)
}

type Reachable = Extract<PostgresState, { status: 'reachable' }>

function describeTables(state: Reachable, words: string): Finding {
  const { applied, known, missing, missingMigrationRights, newer } = state
  if (missing.length > 0) {
    const help = 'Grant them to the user of DATABASE_URL, or make it the owner of the tables'
    return problem('Database', `${words}: the user lacks ${missing.join('; ')}. ${help}`)
  }
  if (state.problem) return problem('Database', `${words}. ${state.problem}`)
  if (newer) {
    const help = 'This one works with it, but cannot back it up. Start the newer one when you can'
    return warning('Database', `${words}. A newer Foyer has changed its tables (${newer}). ${help}`)
  }
  if (applied === known) return ok('Database', `${words}, its tables are up to date`)
  if (missingMigrationRights.length > 0) {
    const rights = missingMigrationRights.join(' and ')
    const help = `Grant ${rights} to the user of DATABASE_URL`
    return problem('Database', `${words}: its tables must be migrated, but the user may not do that. ${help}`)
  }
  return ok(
    'Database',
    `${words}, ${applied} of ${known} migrations applied; the next start applies the rest`,
  )
}

/** Without a timeout on the server, a statement that Foyer gave up keeps running and holds its connection. */
function describePooler({ roleLimit }: Reachable): Finding[] {
  if (roleLimit !== '0') return [ok('Pooler', `takes no time limit from Foyer; the role has ${roleLimit}`)]
  const words = 'takes no time limit from Foyer, and the role of DATABASE_URL has none'
  const help = "On PostgreSQL: ALTER ROLE … SET statement_timeout = '3500ms'; then have the pooler reconnect"
  return [warning('Pooler', `${words}. ${help}`)]
}

function describeCode(code: string): string {
  return (
    causes[code] ?? (isCertificateCode(code) ? 'has a certificate that is not trusted' : 'cannot be used')
  )
}

function helpFor(code: string): string {
  if (code === 'no-tls') return 'Enable TLS there, or take sslmode out of DATABASE_URL'
  if (isCertificateCode(code)) return 'Name the certificate of its authority: sslrootcert in DATABASE_URL'
  if (/^(28|3D|42)/.test(code)) return 'Check user, password and database name in DATABASE_URL'
  return 'Check DATABASE_URL, and that the server is running and reachable from here'
}

/** Whether it's one of Node's TLS error codes. */
function isCertificateCode(code: string): boolean {
  return /CERT|SELF_SIGNED|LEAF_SIGNATURE|^ERR_(TLS|SSL|OSSL)/.test(code)
}

/** Error codes of the system and of PostgreSQL. */
const causes: Record<string, string> = {
  ECONNREFUSED: 'refuses connections',
  ENOENT: 'has no such socket',
  ENOTFOUND: 'is an unknown host name',
  EAI_AGAIN: 'is a host name that cannot be looked up now',
  'no-answer': 'does not answer in time',
  'no-tls': 'has no TLS, which DATABASE_URL asks for',
  '28P01': 'rejects the user or the password',
  '28000': 'rejects the user',
  '3D000': 'has no such database',
  '42501': 'does not let the user read its tables',
  '53300': 'has no connection left',
}

function describeEmbedded(state: EmbeddedState, folder: string): Finding {
  if (state.status === 'absent')
    return ok(
      'Database',
      `embedded; the first start creates it in ${folder}. For more than one process set DATABASE_URL`,
    )
  if (state.status === 'in-use')
    return ok('Database', `embedded, in ${folder}; in use by ${state.owner}, so not checked`)
  if (state.status === 'unusable') return problem('Database', state.problem)
  return ok('Database', `embedded, in ${folder}`)
}

/** The URL without user, password and parameters, except for the folder of a socket. */
function locationOf(databaseUrl: string): string {
  const location = databaseUrl.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)[^/]*@/, '$1')
  const folder = new URLSearchParams(databaseUrl.split('?')[1]).get('host')
  return folder?.startsWith('/') ? `${location} in ${folder}` : location
}

/** Whether other users of this machine can enter the data folder. The start makes it private. */
export async function examineDataFolder({ config, isEmbedded }: DoctorContext): Promise<Finding[]> {
  if (config.databaseUrl && !isEmbedded) return []
  const folder = path.resolve(config.dataDir)
  const found = await examinePrivacy(folder)
  if (found.status === 'refused') return [problem('Data folder', found.problem)]
  if (found.status === 'private') return [ok('Data folder', `${folder}, for this user only`)]
  if (found.status === 'absent') return [ok('Data folder', `${folder} does not exist yet`)]
  const help = `The next start makes it private; to do it now: chmod 700 ${folder}`
  return [warning('Data folder', `other users of this machine can enter ${folder}. ${help}`)]
}
