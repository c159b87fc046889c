/** Whether the database works, and only the site can access it. */
import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../../lib/error-code'
import { clusterFolder, describeVersionMismatch, embeddedFolder } from '../../lib/server/database/embedded'
import { describeLockOwner } from '../../lib/server/database/lock'
import { describeBreaking, migrationNames } from '../../lib/server/database/migrations'
import { examinePrivacy } from '../../lib/server/private-folder'
import { type Checks, ok, problem, type Verdict, warning } from './finding'
import type { Postgres } from './postgres'

export const databaseChecks: Checks = {
  Database: async ({ config, postgres }) => {
    const server = await postgres
    return server ? checkServer(server, locationOf(config.databaseUrl ?? '')) : checkEmbedded(config.dataDir)
  },
  Role: async ({ postgres }) => {
    const server = await postgres
    if (server?.status !== 'reachable' || !server.is_superuser) return null
    const words =
      'the role of DATABASE_URL is a superuser, so who gets hold of it reads and changes all databases there'
    return warning(`${words}. Give the site a role of its own (docs/hosts/poolers.md)`)
  },
  Tables: async ({ postgres }) => {
    const server = await postgres
    if (server?.status !== 'reachable' || server.open_to_all.length === 0) return null
    const words = `everybody who reaches the database, or Supabase's Data API, may use ${server.open_to_all.join(', ')}`
    const help = 'Revoke that from public, anon and authenticated, and give the site a role of its own'
    return warning(`${words}. ${help} (docs/hosts/poolers.md)`)
  },
  /** Not behind a pooler, which shares connections. The number of instances isn't known here. */
  Connections: async ({ config, postgres }) => {
    const server = await postgres
    if (server?.status !== 'reachable' || server.roleLimit !== null) return null
    const { databasePoolSize: size } = config
    const words = `the server has ${server.connections}, an instance takes ${size} and one more while it starts`
    return size < server.connections ? ok(words) : warning(`${words}. Set a smaller DATABASE_POOL_SIZE`)
  },
  /** Without a timeout on the server, a statement that the site gave up keeps running and holds its connection. */
  Pooler: async ({ postgres }) => {
    const server = await postgres
    if (server?.status !== 'reachable' || server.roleLimit === null) return null
    if (server.roleLimit !== '0')
      return ok(`takes no time limit from the site; the role has ${server.roleLimit}`)
    const words = 'takes no time limit from the site, and the role of DATABASE_URL has none'
    const help =
      "On PostgreSQL: ALTER ROLE … SET statement_timeout = '3500ms'; then have the pooler reconnect"
    return warning(`${words}. ${help}`)
  },
  /** Whether other users of this machine can enter it. */
  'Data folder': async ({ config, isEmbedded }) => {
    if (config.databaseUrl && !isEmbedded) return null
    const folder = path.resolve(config.dataDir)
    const found = await examinePrivacy(folder)
    if (found.status === 'refused') return problem(found.problem)
    if (found.status !== 'open') return ok(`${folder}, for this user only`)
    const help = `The next start makes it private; to do it now: chmod 700 ${folder}`
    return warning(`other users of this machine can enter ${folder}. ${help}`)
  },
}

/** Reads only files: opening the database would write. */
async function checkEmbedded(dataDir: string): Promise<Verdict> {
  const place = path.resolve(dataDir)
  const folder = embeddedFolder(dataDir)
  const cluster = clusterFolder(folder)
  try {
    const owner = await describeLockOwner(folder)
    if (owner) return ok(`embedded, in ${place}; in use by ${owner}, so not checked`)
    await requireWritable(existsSync(cluster) ? cluster : folder)
    if (!existsSync(cluster)) return ok(`embedded; the first start creates it in ${place}`)
    const mismatch = await describeVersionMismatch(cluster)
    return mismatch ? problem(mismatch) : ok(`embedded, in ${place}`)
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return problem(`${folder} cannot be used (${code}). Set another DATA_DIR`)
  }
}

/** Checks the folder, or the nearest existing parent in which it would be created. */
async function requireWritable(folder: string): Promise<void> {
  if (!existsSync(folder)) return requireWritable(path.dirname(folder))
  if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
  await access(folder, constants.W_OK)
}

function checkServer(server: Postgres, location: string): Verdict {
  if (server.status === 'unreachable') {
    const [, cause, help] = faults.find(([code]) => code.test(server.code)) ?? []
    return problem(`${location} ${cause} (${server.code}). ${help}`)
  }
  const { missing, missing_to_migrate: missingToMigrate, unknown, known, pending } = server
  const words = `PostgreSQL ${server.version} at ${location}`
  if (missing.length > 0) {
    const help = 'Grant them to the user of DATABASE_URL, or make it the owner of the tables'
    return problem(`${words}: the user lacks ${missing.join('; ')}. ${help}`)
  }
  const breaking = describeBreaking(unknown)
  if (breaking) return problem(`${words}. ${breaking}`)
  if (unknown.length > 0) {
    const help = 'This one works with it, but cannot back it up. Start the newer one when you can'
    return warning(`${words}. A newer release has changed its tables (${migrationNames(unknown)}). ${help}`)
  }
  if (pending === 0) return ok(`${words}, its tables are up to date`)
  if (missingToMigrate.length > 0) {
    const help = `Grant ${missingToMigrate.join(' and ')} to the user of DATABASE_URL`
    return problem(`${words}: its tables must be migrated, but the user may not do that. ${help}`)
  }
  return ok(`${words}, ${known - pending} of ${known} migrations applied; the next start applies the rest`)
}

/** What a code of the system, of TLS or of PostgreSQL means, and what to do. */
const faults: [code: RegExp, cause: string, help: string][] = [
  [
    /^(ECONNREFUSED|ENOENT|no-answer)$/,
    'does not answer',
    'Check that the server is running and reachable from here, and each file that DATABASE_URL names',
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

/** The URL without user, password and parameters, except for the folder of a socket. */
function locationOf(databaseUrl: string): string {
  const location = databaseUrl.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)[^/]*@/, '$1')
  const folder = new URLSearchParams(databaseUrl.split('?')[1]).get('host')
  return folder?.startsWith('/') ? `${location} in ${folder}` : location
}
