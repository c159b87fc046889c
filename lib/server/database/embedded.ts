import 'server-only'
/** The embedded database: PGlite, PostgreSQL in this process, behind the same driver as a server. */
import { existsSync, fsyncSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { codeOf } from '@/lib/error-code'
import { log } from '@/lib/server/log/log'
import type { Engine } from './engine'
import { adminProblem } from './errors'
import { lockFolder } from './lock'
import { createdTables, type Migration, migrateDatabase, readMigrations } from './migrations'
import { openPgliteStream } from './pglite-stream'
import { logLostConnections, queryTimeoutMs } from './postgres'

export function embeddedFolder(dataDir: string): string {
  return path.resolve(dataDir, 'database')
}

/** The folder of PostgreSQL's own files. */
export function clusterFolder(folder: string): string {
  return path.join(folder, 'cluster')
}

/** Opens the database in a folder, creating it if needed. Throws an admin problem if another process owns it. */
export async function openEmbedded(
  folder: string,
  migrations: readonly Migration[] = readMigrations(),
  limitMs = queryTimeoutMs,
): Promise<Engine> {
  const result = await lockFolder(folder)
  if (result.status === 'refused') throw adminProblem(result.problem)
  if (!result.isPrivate) log('warn', 'data-folder.open-to-others', { folder: path.dirname(folder) })
  const opened = [result.lock.close]
  const close = async () => {
    for (const closeLast of opened.toReversed()) await closeLast()
  }
  try {
    const database = await openCluster(folder)
    opened.push(() => database.close())
    const pool = createPool(database, limitMs)
    opened.push(() => pool.end())
    const queries = Object.assign(drizzle(pool), { supportsNamedStatements: true })
    await migrateDatabase(queries, migrations)
    return { queries, afterQuery: createMaintenance(pool), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A pool of one connection, configured here alone: the driver's environment variables have no effect. */
function createPool(database: PGlite, limitMs: number): Pool {
  const pool = new Pool({
    stream: () => openPgliteStream(database),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    sslnegotiation: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    // For a query that never finishes, as after a crash of PGlite.
    query_timeout: limitMs,
  })
  logLostConnections(pool)
  return pool
}

/** Describes the problem if another major version of PostgreSQL wrote the cluster; else null. */
export async function describeVersionMismatch(cluster: string): Promise<string | null> {
  const major = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (major === postgresMajor) return null
  return (
    `${cluster} was written by PostgreSQL ${major}, and this release has ${postgresMajor}. ` +
    'Start the release that wrote it, or set another DATA_DIR.'
  )
}

const postgresMajor = '18'

async function openCluster(folder: string) {
  const cluster = clusterFolder(folder)
  const unfinished = path.join(folder, 'unfinished')
  // Killed during creation, before any write was acknowledged.
  if (existsSync(unfinished)) await rm(cluster, { recursive: true, force: true })
  if (existsSync(cluster)) {
    const problem = await describeVersionMismatch(cluster)
    if (problem) throw adminProblem(problem)
    return openPglite(cluster)
  }
  await writeFile(unfinished, '')
  await mkdir(cluster)
  const client = await openPglite(cluster)
  await client.exec('checkpoint')
  await syncAll(folder)
  await rm(unfinished)
  return client
}

async function openPglite(cluster: string) {
  const { PGlite } = await import('@electric-sql/pglite')
  const settings = [
    'fsync=on',
    'wal_sync_method=fsync',
    // The system caches the files: a search in 50 MB takes as long as with 128 MB, which are 150 MB more of memory.
    'shared_buffers=16MB',
    // Its timer would outlive a recovery and keep a script from exiting.
    'log_startup_progress_interval=0',
    ...maintenanceSettings,
  ]
  return PGlite.create({
    fs: await createFileSystem(cluster),
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  })
}

/**
 * PGlite's file system has no fsync and no option for one, so its writes survive a crash of the process but
 * not a power failure. This adds it: commits are on disk before they're acknowledged, at about a millisecond
 * each. A test checks that it's called.
 */
async function createFileSystem(cluster: string) {
  const { NodeFS } = await import('@electric-sql/pglite/nodefs')
  const files = new NodeFS(cluster)
  const initPlain = files.init.bind(files)
  const addSync = (module: object) => {
    const { NODEFS } = module as { NODEFS: { stream_ops: Record<string, unknown> } }
    NODEFS.stream_ops.fsync = ({ nfd }: { nfd?: number }) => {
      if (nfd !== undefined) fsyncSync(nfd)
      return 0
    }
  }
  files.init = async (...parameters) => {
    const { emscriptenOpts } = await initPlain(...parameters)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }
  return files
}

/** Flushes a new cluster to disk: a thousand small files, which sync faster in parallel. */
async function syncAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  while (files.length > 0) await Promise.all(files.splice(0, 50).map(syncFile))
}

async function syncFile(name: string): Promise<void> {
  const file = await open(name)
  await file.sync()
  await file.close()
}

/** How often, in queries, it checks how much has been written since the last cleanup. */
const checkEveryQueries = 20

/** How much may be written to the WAL between cleanups, which also limits the space of dead rows. */
const cleanEveryBytes = 16 * 1024 * 1024

/** Keeps two WAL files of 16 MB after a checkpoint. By default PostgreSQL keeps five, and up to 1 GB. */
const maintenanceSettings = ['max_wal_size=32MB', 'min_wal_size=32MB']

/**
 * Replaces autovacuum and checkpoints, as PGlite has no background processes. Returns a function to call after each query.
 * Cleans up by volume, not by time, or saving one note in a loop would fill
 * the disk. Besides live rows, the files hold at most 16 MB, what 20 queries write, and the WAL of both. The query that
 * triggers a cleanup waits for it, and so does the rest of the process.
 */
function createMaintenance(pool: Pool): () => Promise<void> {
  let queries = 0
  // The first check cleans up what earlier processes may have left.
  let cleanedAt = '0/0'

  async function cleanIfDue(): Promise<void> {
    const written = 'select pg_current_wal_lsn() - $1::pg_lsn as bytes'
    const { rows } = await pool.query<{ bytes: string }>(written, [cleanedAt])
    if (Number(rows[0]?.bytes) < cleanEveryBytes) return
    const startedAt = performance.now()
    // Separate calls: several statements in one form a transaction, where VACUUM isn't allowed.
    await pool.query(`vacuum ${createdTables().join(', ')}`)
    await pool.query('checkpoint')
    const reached = await pool.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')
    cleanedAt = reached.rows[0]?.lsn ?? '0/0'
    log('debug', 'database.cleaned', { pauseMs: Math.round(performance.now() - startedAt) })
  }

  return async () => {
    queries += 1
    // The query itself has succeeded, and a failed cleanup is retried.
    if (queries % checkEveryQueries === 0)
      await cleanIfDue().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : null
        log('error', 'database.clean-up-failed', { code: codeOf(error), reason })
      })
  }
}
