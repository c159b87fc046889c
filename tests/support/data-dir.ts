/**
 * Folders of data for the sites of tests. To make the embedded database takes a fresh site seconds of work, so it is
 * made once, before the tests of the browser, and copied for each site that does not test its own first start.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabaseProcess } from './database/process'

const variable = 'FOYER_TEST_DATA'

/** Makes what `newDataDir` copies; returns what takes it away again. */
export async function prepareData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-prepared-'))
  const made = openDatabaseProcess(makeDatabase, { DATA_DIR: folder })
  const remove = () => rm(folder, { recursive: true })
  if ((await made.ended) !== 0) {
    await remove()
    throw new Error(`The database of the tests was not made:\n${made.output()}`)
  }
  process.env[variable] = folder
  return remove
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
  const prepared = process.env[variable]
  if (prepared) await cp(prepared, folder, { recursive: true })
  return folder
}
