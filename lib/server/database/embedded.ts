import 'server-only'
/** The embedded database: PGlite, which is PostgreSQL in this process, in a folder of its own. */
import { existsSync, fsyncSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { log } from '@/lib/server/log/log'
import { type Engine, requireMigrations } from './engine'
import { refusal } from './faults'
import { lockFolder } from './lock'
import { openUpkeep, upkeepSettings } from './upkeep'

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
  const result = await lockFolder(folder)
  if (result.status === 'refused') throw refusal(result.problem)
  if (!result.isPrivate) log('warn', 'data-folder.open-to-others', { folder: path.dirname(folder) })
  try {
    const client = await openCluster(folder)
    const queries = drizzle(client)
    await migrate(queries, requireMigrations())
    const close = async () => {
      await client.close()
      await result.lock.close()
    }
    return { queries, afterQuestion: openUpkeep(client), close }
  } catch (error) {
    await result.lock.close()
    throw error
  }
}

/** Says what is wrong if another major version wrote the cluster: its files are PostgreSQL's, and no version reads another's. */
export async function describeOtherMajor(cluster: string): Promise<string | null> {
  const major = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (major === postgresMajor) return null
  return (
    `${cluster} was written by PostgreSQL ${major}, and this Foyer has ${postgresMajor}. ` +
    'Start the Foyer that wrote it, or set another DATA_DIR.'
  )
}

const postgresMajor = '18'

async function openCluster(folder: string) {
  const cluster = clusterIn(folder)
  const unfinished = path.join(folder, 'unfinished')
  // Killed while it was being made: nothing was ever acknowledged by what is there.
  if (existsSync(unfinished)) await rm(cluster, { recursive: true, force: true })
  if (existsSync(cluster)) {
    const problem = await describeOtherMajor(cluster)
    if (problem) throw refusal(problem)
    return openClient(cluster)
  }
  await writeFile(unfinished, '')
  await mkdir(cluster)
  const client = await openClient(cluster)
  await client.exec('checkpoint')
  await syncAll(folder)
  await rm(unfinished)
  return client
}

async function openClient(cluster: string) {
  const { PGlite } = await import('@electric-sql/pglite')
  const settings = [
    'fsync=on',
    'wal_sync_method=fsync',
    'shared_buffers=16MB',
    // Its timer would go on after a recovery, and keep a script from ending.
    'log_startup_progress_interval=0',
    ...upkeepSettings,
  ]
  return PGlite.create({
    fs: await openFiles(cluster),
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  })
}

/**
 * By itself PGlite leaves its writes to the system, to store when it likes: they survive the end of the process, but no
 * power cut. With an fsync in its file system, which has none and no option for it, a commit is on the disk before it
 * is acknowledged, at about a millisecond each. A test counts on this one being called.
 */
async function openFiles(cluster: string) {
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

/** What making the cluster wrote, to the disk itself: a thousand small files, which sync faster side by side. */
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
