/**
 * What all workers of a run share: its emulator, and folders of data. Creating the embedded database takes seconds, so each
 * run creates one and copies it.
 */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startDatabaseProcess } from './database/process'

/** Set before the workers start, by `createRunFolder` and `global-setup`. */
export const runVariables = {
  folder: 'FOYER_TEST_FOLDER',
  emulator: 'FOYER_TEST_EMULATOR',
  gapi: 'FOYER_TEST_GAPI',
} as const

/**
 * The settings of a site at this host that uses the run's Auth emulator; none without one. The emulator's URL has the same
 * host, as browsers separate storage by host.
 */
export function emulatorOfRun(host: Host): Record<string, string> {
  const given = process.env[runVariables.emulator]
  if (!given) return {}
  const url = new URL(given)
  url.hostname = host
  return {
    USE_AUTH_EMULATOR: 'true',
    AUTH_EMULATOR_URL: url.origin,
    FIREBASE_WEBAPP_CONFIG: JSON.stringify({
      apiKey: 'demo-api-key',
      authDomain: host,
      projectId: 'demo-foyer',
    }),
  }
}

/** The host of a site: browsers allow passkeys at `localhost`, as with `npm start`. */
export type Host = '127.0.0.1' | 'localhost'

/** The port of the run's stand-in for Google's loader; null before it starts. */
export function gapiOfRun(): number | null {
  const port = process.env[runVariables.gapi]
  return port ? Number(port) : null
}

/** The run's folder, deleted with it; null outside a run. */
export function runFolder(): string | null {
  return process.env[runVariables.folder] ?? null
}

/** Has the first worker create the folder of this name; the others wait for it. */
export async function createOnce(name: string, make: (folder: string) => void): Promise<string> {
  const folder = join(runFolder() ?? '', name)
  const [done, failed] = [`${folder}.done`, `${folder}.failed`]
  if (claimMark(`${folder}.begun`)) {
    try {
      mkdirSync(folder)
      make(folder)
      writeFileSync(done, '')
    } catch (error) {
      writeFileSync(failed, String(error))
      throw error
    }
  }
  while (!existsSync(done)) {
    if (existsSync(failed)) throw new Error(`${name} could not be made; the worker that tried says why.`)
    await delay(200)
  }
  return folder
}

/** Leaves a mark; returns whether it is the first in this run. */
export function claimMark(mark: string): boolean {
  try {
    mkdirSync(mark)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

const preparedIn = (folder: string) => join(folder, 'data')

type RunFolder = { folder: string; close(): Promise<void> }

/** The run's folder with what `createDataDir` copies; a new one, until `close`, if there is none. */
export async function createRunFolder(): Promise<RunFolder> {
  const known = runFolder()
  if (known) return { folder: known, close: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'foyer-run-'))
  const made = startDatabaseProcess(makeDatabase, { DATA_DIR: preparedIn(folder) })
  const close = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  if ((await made.ended) !== 0) {
    await close()
    throw new Error(`The database of the tests was not made:\n${made.output()}`)
  }
  process.env[runVariables.folder] = folder
  return { folder, close }
}

const makeDatabase = `
  import database from './tests/support/database/modules.ts'
  const { status } = await database.openDatabase()
  await database.closeDatabase()
  if (status !== 'open') throw new Error(status)
`

/** A data folder as after a first start; empty outside a run, and for a site on PostgreSQL. */
export async function createDataDir({ isEmpty = false } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-site-'))
  const run = runFolder()
  // Half the time of the asynchronous copy, which uses a thread for each of its thousand files.
  if (run && !isEmpty) cpSync(preparedIn(run), folder, { recursive: true })
  return folder
}

/** Vitest's global setup: creates the database that tests copy, until the run ends. */
export async function setup(): Promise<() => Promise<void>> {
  return (await createRunFolder()).close
}
