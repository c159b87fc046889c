/** The whole store through a pooler in transaction mode, which gives each transaction any of its connections. */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '@/lib/server/database/database'
import { type Pooler, startPgBouncer } from '../support/database/pgbouncer'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { startDatabaseProcess, stopProcesses } from '../support/database/process'
import { describeStore, queryOn } from './store'

let server: PostgresServer
let pooler: Pooler
let client: Client

beforeAll(async () => {
  server = await startPostgres()
  pooler = await startPgBouncer(server.url)
  process.env.DATABASE_URL = pooler.url
  client = new Client({ connectionString: server.url })
  await client.connect()
}, 300_000)

afterAll(async () => {
  await closeDatabase()
  await stopProcesses()
  await client.end()
  await pooler.close()
  await server.close()
})

const askDirectly = (query: string) => queryOn(client, query)

test('three instances that start at once make each table once, and say once which parameter was refused', async () => {
  const body = `
    import database from './lib/server/database/database.ts'
    console.log((await database.openDatabase()).status)
    await database.closeDatabase()`
  const instances = [1, 2, 3].map(() => startDatabaseProcess(body, { DATABASE_URL: pooler.url }))
  for (const instance of instances) {
    expect(await instance.ended).toBe(0)
    expect(instance.output()).toMatch(/^open$/m)
    expect(instance.output().match(/database\.parameter-refused.*statement_timeout/g)).toHaveLength(1)
  }
  expect(await openDatabase()).toEqual({ status: 'open' })
  const doubled = 'select created_at as row from drizzle.__drizzle_migrations group by 1 having count(*) > 1'
  expect(await askDirectly(doubled)).toEqual([])
})

describe('the store behind a pooler', { timeout: 60_000 }, () => {
  // How a save follows another is PostgreSQL's, whoever is between.
  describeStore(askDirectly, { actionLists: 3 })
})
