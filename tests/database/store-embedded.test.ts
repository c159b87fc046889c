import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe } from 'vitest'
import { closeDatabase } from '@/lib/server/database/database'
import { createDataDir } from '../support/data-dir'
import { describeStore } from './store'

let folder = ''

beforeAll(async () => {
  // How one is made is in `embedded-start`.
  folder = await createDataDir()
  process.env.DATA_DIR = folder
  delete process.env.DATABASE_URL
})

afterAll(async () => {
  await closeDatabase()
  await rm(folder, { recursive: true })
})

/** The embedded database has one opener at a time. */
async function askDirectly(query: string): Promise<unknown[][]> {
  await closeDatabase()
  const client = await PGlite.create(join(folder, 'database', 'cluster'))
  const { rows } = await client.query<{ row: unknown[] }>(query)
  await client.close()
  return rows.map(({ row }) => row)
}

describe('the store on the embedded database', { timeout: 60_000 }, () => {
  describeStore(askDirectly)
})
