import { sql } from 'drizzle-orm'
import { describe } from 'vitest'
import { queryDatabase } from '@/lib/server/database/connection'
import { type RunQuery, setUpEmbedded } from './setup'
import { describeStore } from './store'

setUpEmbedded()

/** By the store's own connection: the embedded database has one opener at a time. */
const ask: RunQuery = async (query) => {
  const { rows } = await queryDatabase((queries) => queries.execute<{ row: unknown[] }>(sql.raw(query)))
  return rows.map(({ row }) => row)
}

describe('the store on the embedded database', { timeout: 60_000 }, () => {
  describeStore(ask)
})
