import 'server-only'
/** The embedded database: PGlite, which is PostgreSQL in this process, in a folder of its own. */
import { existsSync, fsyncSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { log } from '@/lib/server/log/log'
import { type Engine, requireMigrations } from './engine'
import { databaseUnusable } from './faults'
import { claimFolder } from './lock'
import { keepSmall, upkeepSettings } from './upkeep'

/** Where the embedded database of a `DATA_DIR` is. */
export function embeddedFolder(dataDir: string): string {
  return path.resolve(dataDir, 'database')
}

/** PostgreSQL's own files in the folder. */
export function clusterIn(folder: string): string {
  return path.join(folder, 'cluster')
}

/** Opens the database in the folder, made if it is not there. Another process that has it open is named. */
export async function openEmbedded(folder: string): Promise<Engine> {
  const result = await claimFolder(folder)
  if (result.status === 'refused') throw databaseUnusable(result.problem)
  if (!result.isPrivate) log('warn', 'data-folder.open-to-others', { folder: path.dirname(folder) })
  try {
    const client = await openCluster(folder)
    keepReaders(client)
    keepSmall(client)
    const queries = drizzle(client)
    await migrate(queries, requireMigrations())
    const run = async (text: string, values: unknown[]) => (await client.query(text, values)).rows
    const close = async () => {
      await client.close()
      await result.claim.close()
    }
    return { queries, run, close }
  } catch (error) {
    await result.claim.close()
    throw error
  }
}

/** PGlite's files are PostgreSQL's, and no version reads another's. */
export const postgresMajor = '18'

async function openCluster(folder: string) {
  const cluster = clusterIn(folder)
  const isUnfinished = path.join(folder, 'unfinished')
  // Killed while it was being made: nothing was ever acknowledged by what is there.
  if (existsSync(isUnfinished)) await rm(cluster, { recursive: true, force: true })
  if (existsSync(cluster)) {
    await requireMajor(cluster)
    return openClient(cluster)
  }
  await writeFile(isUnfinished, '')
  await mkdir(cluster)
  const client = await openClient(cluster)
  await client.exec('checkpoint')
  await writeThrough(folder)
  await rm(isUnfinished)
  return client
}

async function requireMajor(cluster: string): Promise<void> {
  const major = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (major === postgresMajor) return
  throw databaseUnusable(
    `${cluster} was written by PostgreSQL ${major}, and this Foyer has ${postgresMajor}. ` +
      'Start the Foyer that wrote it, or set another DATA_DIR.',
  )
}

/**
 * PGlite leaves writes to the system to store when it likes: they survive the end of the process, but not of the
 * power. Here a commit is on the disk before it is acknowledged, at about a millisecond each.
 */
async function openClient(cluster: string) {
  const { PGlite } = await import('@electric-sql/pglite')
  const { NodeFS } = await import('@electric-sql/pglite/nodefs')
  const files = new NodeFS(cluster)
  const initPlain = files.init.bind(files)
  files.init = async (...parameters) => {
    const { emscriptenOpts } = await initPlain(...parameters)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), syncFiles] } }
  }
  const options = [
    'fsync=on',
    'wal_sync_method=fsync',
    'shared_buffers=16MB',
    // Its timer would go on after a recovery, and keep a script from ending.
    'log_startup_progress_interval=0',
    ...upkeepSettings,
  ]
  return PGlite.create({
    fs: files,
    startParams: [...PGlite.defaultStartParams, ...options.flatMap((option) => ['-c', option])],
  })
}

/**
 * Drizzle hands over its few readers of times with each query, and each time PGlite makes a list of three hundred
 * for it, which takes longer than to find a row. Here they go into PGlite's own list, and stay.
 */
function keepReaders(client: PGlite): void {
  const query = client.query.bind(client)
  client.query = (text, values, { parsers, ...options } = {}) => {
    Object.assign(client.parsers, parsers)
    return query(text, values, options)
  }
}

/** Its file system has no fsync of its own; a test counts on this one being called. */
function syncFiles(module: object): void {
  const { NODEFS } = module as { NODEFS: { stream_ops: Record<string, unknown> } }
  NODEFS.stream_ops.fsync = ({ nfd }: { nfd?: number }) => {
    if (nfd !== undefined) fsyncSync(nfd)
    return 0
  }
}

/** What making the cluster wrote, to the disk itself: a thousand small files, which sync faster side by side. */
async function writeThrough(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const next = async (): Promise<void> => {
    for (let entry = files.pop(); entry; entry = files.pop()) {
      const file = await open(path.join(entry.parentPath, entry.name))
      await file.sync()
      await file.close()
    }
  }
  await Promise.all([next(), next(), next(), next()])
}
