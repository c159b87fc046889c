/**
 * Folders of data for the sites of tests. To make the embedded database takes a fresh site seconds of work, so it is
 * made once, before the tests of the browser, and copied for each site that does not test its own first start.
 */
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabaseProcess } from './database/process'
import { runFolder } from './run'

const preparedIn = (folder: string) => join(folder, 'data')

/** Makes in the run's folder what `newDataDir` copies. */
export async function prepareData(folder: string): Promise<void> {
  const made = openDatabaseProcess(makeDatabase, { DATA_DIR: preparedIn(folder) })
  if ((await made.ended) !== 0) throw new Error(`The database of the tests was not made:\n${made.output()}`)
}

const makeDatabase = `
  import database from './lib/server/database.ts'
  const { status } = await database.openDatabase()
  await database.closeDatabase()
  if (status !== 'open') throw new Error(status)
`

/** A folder of data as a start leaves it that nobody has visited; nothing in it where nothing was prepared. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-site-'))
  const run = runFolder()
  if (run) await cp(preparedIn(run), folder, { recursive: true })
  return folder
}
