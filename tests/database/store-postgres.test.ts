import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { findSession, foldNotesRegularly, openDatabase, tokenHashOf } from '@/lib/server/database/database'
import { setUpPostgres } from './setup'
import { describeStore } from './store'

const postgres = setUpPostgres()

describe('the store on PostgreSQL', { timeout: 60_000 }, () => {
  describeStore(postgres.ask)
})

test('a session is found by the indexes of both hashes', async () => {
  await openDatabase()
  await postgres.client.query(`
    insert into sessions (id, token_hash, previous_hash, previous_until, uid, created_at, renewed_at, seen_at, expires_at)
    select gen_random_uuid(), 'many-' || n, 'before-' || n, now(), 'many', now(), now(), now(), now()
    from generate_series(1, 20000) as n`)
  await postgres.client.query('analyze sessions')
  await findSession(tokenHashOf('any'))
  // The statement as the server received it.
  const { rows } = await postgres.client.query<{ query: string }>(
    `select query from pg_stat_activity where application_name = 'foyer' order by query_start desc limit 1`,
  )
  expect(rows[0]?.query).toMatch(/^select .*\$5$/s)
  await postgres.client.query(`prepare find_session as ${rows[0]?.query}`)
  const explained = await postgres.client.query(
    `explain execute find_session('many-7', 'many-7', now(), 'many-7', 1)`,
  )
  const plan = JSON.stringify(explained.rows)
  expect(plan).toContain('sessions_token_hash_unique')
  expect(plan).toContain('sessions_previous_hash_index')
  expect(plan).not.toContain('Seq Scan')
})

test('notes are folded in the background until the site stops', async () => {
  await openDatabase()
  // Notes of other tests would be folded first.
  await postgres.client.query('truncate notes cascade')
  const write = (from: number, to: number, length: number) =>
    postgres.client.query(`
      insert into notes (id, uid, title, text, version, created_at, changed_at)
      select gen_random_uuid(), 'unfolded', n, repeat('É', ${length}), 3, now(), now() from generate_series(${from}, ${to}) n`)
  const folded = () =>
    postgres.ask(`
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
