import 'server-only'
/** Inspects a database without changing it, and independently of the site's connection. */
import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import * as v from 'valibot'
import { codeOf } from '@/lib/error-code'
import { clusterIn, describeOtherMajor, embeddedFolder } from './embedded'
import { migrationTags } from './engine'
import { describeLockOwner } from './lock'

export type PostgresState =
  /** A system or PostgreSQL error code, or `no-answer`. */
  | { status: 'unreachable'; code: string }
  /** Migrations applied there (`made`), and those this Foyer has (`known`). */
  | { status: 'answering'; version: string; made: number; known: number; mayMigrate: boolean }

export type EmbeddedState =
  /** Not created yet, or there and not in use. */
  | { status: 'absent' | 'free' }
  | { status: 'in-use'; owner: string }
  /** Needs an administrator. */
  | { status: 'unusable'; problem: string }

/** Connects once, within two seconds; each query may take four. */
export async function examinePostgres(connectionString: string): Promise<PostgresState> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 2_000,
    query_timeout: 4_000,
    application_name: 'foyer doctor',
  })
  let loss: Error | null = null
  client.on('error', (error) => {
    loss = error
  })
  try {
    await client.connect()
    const { rows } = await client.query(outline)
    const { version, has_history, may_migrate } = v.parse(outlineRow, rows[0])
    const made = has_history ? await countMigrations(client) : 0
    return { status: 'answering', version, made, known: migrationTags().length, mayMigrate: may_migrate }
  } catch (error) {
    if (error instanceof v.ValiError) throw error
    return { status: 'unreachable', code: codeOf(error) ?? codeOf(loss) ?? 'no-answer' }
  } finally {
    await client.end()
  }
}

const outline = `
  select current_setting('server_version') as version,
    to_regclass('drizzle.__drizzle_migrations') is not null as has_history,
    has_database_privilege(current_database(), 'CREATE') as may_migrate`

const outlineRow = v.object({ version: v.string(), has_history: v.boolean(), may_migrate: v.boolean() })

async function countMigrations(client: Client): Promise<number> {
  const { rows } = await client.query('select count(*)::int as made from drizzle.__drizzle_migrations')
  return v.parse(v.object({ made: v.number() }), rows[0]).made
}

/** Looks only at its files, as opening it would write. */
export async function examineEmbedded(dataDir: string): Promise<EmbeddedState> {
  const folder = embeddedFolder(dataDir)
  const cluster = clusterIn(folder)
  try {
    const owner = await describeLockOwner(folder)
    if (owner) return { status: 'in-use', owner }
    await requireWritable(existsSync(cluster) ? cluster : folder)
    if (!existsSync(cluster)) return { status: 'absent' }
    const problem = await describeOtherMajor(cluster)
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
