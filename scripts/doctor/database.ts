/** Whether the database works, and only the site can access it. */
import path from 'node:path'
import {
  type EmbeddedState,
  examineEmbedded,
  examinePostgres,
  type PostgresState,
} from '../../lib/server/database/examination'
import { examinePrivacy } from '../../lib/server/private-folder'
import { type DoctorContext, type Finding, ok, problem, warning } from './finding'

/** Examines PostgreSQL or the embedded database's folder without changing anything. */
export async function examineDatabase({ config }: DoctorContext): Promise<Finding[]> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl)
    return describePostgres(await examinePostgres(databaseUrl), {
      location: locationOf(databaseUrl),
      poolSize: config.databasePoolSize,
    })
  return [describeEmbedded(await examineEmbedded(dataDir), path.resolve(dataDir))]
}

function describePostgres(
  state: PostgresState,
  { location, poolSize }: { location: string; poolSize: number },
): Finding[] {
  if (state.status === 'unreachable') {
    const [, cause, help] = faults.find(([code]) => code.test(state.code)) ?? []
    return [problem('Database', `${location} ${cause} (${state.code}). ${help}`)]
  }
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
  const help = 'Revoke that from public, anon and authenticated, and give the site a role of its own'
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
    return warning('Database', `${words}. A newer release has changed its tables (${newer}). ${help}`)
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

/** Without a timeout on the server, a statement that the site gave up keeps running and holds its connection. */
function describePooler({ roleLimit }: Reachable): Finding[] {
  if (roleLimit !== '0') return [ok('Pooler', `takes no time limit from the site; the role has ${roleLimit}`)]
  const words = 'takes no time limit from the site, and the role of DATABASE_URL has none'
  const help = "On PostgreSQL: ALTER ROLE … SET statement_timeout = '3500ms'; then have the pooler reconnect"
  return [warning('Pooler', `${words}. ${help}`)]
}

/** What a code of the system, of TLS or of PostgreSQL means, and what to do. */
const faults: [code: RegExp, cause: string, help: string][] = [
  [
    /^(ECONNREFUSED|ENOENT|no-answer)$/,
    'does not answer',
    'Check that the server is running and reachable from here',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'is a host name that cannot be looked up', 'Check DATABASE_URL'],
  [/^no-tls$/, 'has no TLS', 'Enable TLS there, or take sslmode out of DATABASE_URL'],
  [
    /CERT|SELF_SIGNED|LEAF_SIGNATURE|^ERR_(TLS|SSL|OSSL)/,
    'has a certificate that is not trusted',
    'Name the certificate of its authority: sslrootcert in DATABASE_URL',
  ],
  [/^(28|42)/, 'rejects the user or the password', 'Check both in DATABASE_URL'],
  [/^3D/, 'has no such database', 'Check its name in DATABASE_URL'],
  [/^53300$/, 'has no connection left', 'Set a smaller DATABASE_POOL_SIZE'],
  [/(?:)/, 'cannot be used', 'Check DATABASE_URL'],
]

function describeEmbedded(state: EmbeddedState, folder: string): Finding {
  if (state.status === 'absent') return ok('Database', `embedded; the first start creates it in ${folder}`)
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
  if (found.status !== 'open') return [ok('Data folder', `${folder}, for this user only`)]
  const help = `The next start makes it private; to do it now: chmod 700 ${folder}`
  return [warning('Data folder', `other users of this machine can enter ${folder}. ${help}`)]
}
