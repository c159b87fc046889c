/**
 * Data folders for databases and sites. Creating the embedded database takes seconds, so each run creates one and copies it.
 */
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDatabaseProcess } from './database/process'
import { runFolder, runVariables } from './run'

const preparedIn = (folder: string) => join(folder, 'data')

export type RunFolder = { folder: string; close(): Promise<void> }

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
