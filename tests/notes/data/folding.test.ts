import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '@/lib/server/database/connection'
import { foldNextUntil } from '@/lib/server/notes/search'
import { setUpPostgres } from '../../database/setup'

const postgres = setUpPostgres()

test('notes are folded in the background until the site stops', async () => {
  await openDatabase()
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
  void foldNextUntil(() => isStopping)
  await expect.poll(folded, { timeout: 20_000 }).toEqual([64])
  isStopping = true
  await write(65, 66, 10)
  void foldNextUntil(() => isStopping)
  await delay(200)
  expect(await folded()).toEqual([64])
})
