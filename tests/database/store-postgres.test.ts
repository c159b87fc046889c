import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closeDatabase,
  findSession,
  foldNotesRegularly,
  openDatabase,
  tokenHashOf,
} from '@/lib/server/database/database'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { describeStore, queryOn } from './store'

let server: PostgresServer
let client: Client

beforeAll(async () => {
  server = await startPostgres()
  process.env.DATABASE_URL = server.url
  client = new Client({ connectionString: server.url })
  await client.connect()
}, 300_000)

afterAll(async () => {
  await closeDatabase()
  await client.end()
  await server.close()
})

const askDirectly = (query: string) => queryOn(client, query)

describe('the store on PostgreSQL', { timeout: 60_000 }, () => {
  describeStore(askDirectly)
})

test('among many sessions one is found by the indexes of both hashes', async () => {
  await openDatabase()
  await client.query(`
    insert into sessions (id, token_hash, previous_hash, previous_until, uid, created_at, renewed_at, seen_at, expires_at)
    select gen_random_uuid(), 'many-' || n, 'before-' || n, now(), 'many', now(), now(), now(), now()
    from generate_series(1, 20000) as n`)
  await client.query('analyze sessions')
  await findSession(tokenHashOf('any'))
  // The very statement, as the server saw it last.
  const { rows } = await client.query<{ query: string }>(
    `select query from pg_stat_activity where application_name = 'foyer' order by query_start desc limit 1`,
  )
  expect(rows[0]?.query).toMatch(/^select .*\$5$/s)
  await client.query(`prepare find_session as ${rows[0]?.query}`)
  const explained = await client.query(`explain execute find_session('many-7', 'many-7', now(), 'many-7', 1)`)
  const plan = JSON.stringify(explained.rows)
  expect(plan).toContain('sessions_token_hash_unique')
  expect(plan).toContain('sessions_previous_hash_index')
  expect(plan).not.toContain('Seq Scan')
})

test('what nobody looks for is folded, too, until the site stops', async () => {
  await openDatabase()
  // What other tests left would be folded first.
  await client.query('truncate notes cascade')
  const write = (from: number, to: number, length: number) =>
    client.query(`
      insert into notes (id, uid, title, text, version, created_at, changed_at)
      select gen_random_uuid(), 'unfolded', n, repeat('É', ${length}), 3, now(), now() from generate_series(${from}, ${to}) n`)
  const folded = () =>
    askDirectly(`
      select count(*)::int as row from notes
      where uid = 'unfolded' and folded_version = 3 and folded = title || chr(10) || repeat('e', length(text))`)
  // More than one batch, by number and by size.
  await write(1, 60, 10)
  await write(61, 64, 10_000)
  let isStopping = false
  foldNotesRegularly(() => isStopping)
  await expect.poll(folded, { timeout: 20_000 }).toEqual([64])
  isStopping = true
  await write(65, 66, 10)
  foldNotesRegularly(() => isStopping)
  await delay(200)
  expect(await folded()).toEqual([64])
})
