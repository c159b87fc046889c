import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '@/lib/server/database/database'
import { describeNoteList } from './note-list-store'
import { describeNoteProperty } from './note-property'
import { describeNoteStore } from './note-store'
import { describePersonStore } from './person-store'
import { describeSessionStore } from './session-store'
import { describeShareStore } from './share-store'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-database-'))
  // The folder of all data need not be there.
  process.env.DATA_DIR = join(folder, 'not', 'yet')
  delete process.env.DATABASE_URL
})

afterAll(async () => {
  await closeDatabase()
  await rm(folder, { recursive: true })
})

/** The embedded database has one opener at a time. */
async function askDirectly(query: string): Promise<unknown[][]> {
  await closeDatabase()
  const client = await PGlite.create(join(folder, 'not', 'yet', 'database', 'cluster'))
  const { rows } = await client.query<{ row: unknown[] }>(query)
  await client.close()
  return rows.map(({ row }) => row)
}

describe('the store on the embedded database', { timeout: 60_000 }, () => {
  describeSessionStore(askDirectly)
  describeNoteStore()
  describeNoteList(askDirectly)
  describeShareStore()
  describeNoteProperty()
  describePersonStore()

  test('lies where nobody else can enter', async () => {
    await openDatabase()
    for (const place of ['not/yet', 'not/yet/database'])
      expect((await stat(join(folder, place))).mode & 0o777).toBe(0o700)
  })
})
