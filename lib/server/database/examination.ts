import 'server-only'
/** Inspects a database without changing it, and independently of the site's connection. */
import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import * as v from 'valibot'
import { codeOf } from '@/lib/error-code'
import { clusterIn, describeOtherMajor, embeddedFolder } from './embedded'
import { causeOf } from './faults'
import { describeBreaking, missingIn, namesOf, readHistory, unknownIn } from './history'
import { describeLockOwner } from './lock'
import { readMigrations } from './migrations'

export type PostgresState =
  /** A system or PostgreSQL error code, or `no-answer`. */
  | { status: 'unreachable'; code: string }
  | {
      status: 'answering'
      version: string
      /** How many migrations this Foyer has, and how many of these were applied there. */
      known: number
      made: number
      mayMigrate: boolean
      /** The names of those that a newer Foyer applied; empty if none were. */
      newer: string
      /** Why this Foyer can't use it for that reason. */
      problem: string | null
    }

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
    const { version, may_migrate: mayMigrate } = v.parse(outlineRow, rows[0])
    const [history, migrations] = [await readHistory(drizzle(client)), readMigrations()]
    const unknown = unknownIn(history, migrations)
    const [known, made] = [migrations.length, migrations.length - missingIn(history, migrations).length]
    const [newer, problem] = [namesOf(unknown), describeBreaking(unknown)]
    return { status: 'answering', version, known, made, mayMigrate, newer, problem }
  } catch (error) {
    if (error instanceof v.ValiError) throw error
    return { status: 'unreachable', code: codeOf(causeOf(error)) ?? codeOf(loss) ?? 'no-answer' }
  } finally {
    await client.end()
  }
}

const outline = `
  select current_setting('server_version') as version,
    has_database_privilege(current_database(), 'CREATE') as may_migrate`

const outlineRow = v.object({ version: v.string(), may_migrate: v.boolean() })

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
