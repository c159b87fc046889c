import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { describe } from 'vitest'
import { closeDatabase } from '@/lib/server/database/connection'
import { setUpEmbedded } from './setup'
import { describeStore } from './store'

const embedded = setUpEmbedded()

/** Closes the database first, which has one opener at a time. */
async function askDirectly(query: string): Promise<unknown[][]> {
  await closeDatabase()
  const client = await PGlite.create(join(embedded.dataDir, 'database', 'cluster'))
  const { rows } = await client.query<{ row: unknown[] }>(query)
  await client.close()
  return rows.map(({ row }) => row)
}

describe('the store on the embedded database', { timeout: 60_000 }, () => {
  describeStore(askDirectly)
})
