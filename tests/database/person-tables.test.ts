/**
 * No new table is forgotten: each that a file defines has rows of two users. Whatever the columns are
 * called, the tests find what a deletion leaves.
 */
import { getTableName } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { exportRows } from '@/lib/server/account/export'
import { forgetPerson } from '@/lib/server/account/forget'
import { deletePersonRows } from '@/lib/server/account/rows'
import { bindSession } from '@/lib/server/database/bindings'
import { openDatabase, queryDatabase } from '@/lib/server/database/connection'
import type { SessionId } from '@/lib/server/database/ids'
import { mergeRows } from '@/lib/server/database/replacements'
import type { Room } from '@/lib/server/room'
import * as serverRooms from '@/lib/server/rooms'
import { refusal } from './backup-lines'
import { rooms } from './rooms'
import { setUpPostgres } from './setup'
import { createSession } from './store-fixtures'
import { definedTables, ephemeralTables, tables } from './tables'

// Not the embedded database, which has one opener at a time; its tables are the same.
const { ask } = setUpPostgres()
beforeAll(openDatabase)

/** The rows of each table as text. */
async function readRows(names: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const name of names)
    found.set(name, await ask<string>(`select to_jsonb(t)::text as row from "${name}" t`))
  return found
}

/** How many rows of each table name the user. */
async function countRowsOf(userId: string, names: string[]): Promise<Record<string, number>> {
  const rows = [...(await readRows(names))]
  return Object.fromEntries(
    rows.map(([name, all]) => [name, all.filter((row) => row.includes(userId)).length]),
  )
}

/** Two people with rows in every table, some of which the other has left. */
async function makePeople() {
  const people = []
  for (const userId of ['person-ada', 'person-bob']) {
    // Only instances of the last release write it.
    await ask(`insert into unverified_accounts (uid) values ('${userId}')`)
    await ask(
      `insert into former_addresses values (gen_random_uuid(), '${userId}', 'old@example.com', now())`,
    )
    const sessionId = await createSession(userId)
    await bindSession(sessionId, '{"kty":"EC"}')
    const added = []
    for (const room of rooms) added.push(await room.addRows(userId))
    people.push({ userId, sessionId, added })
  }
  const [ada, bob] = people
  if (!ada || !bob) throw new Error('there are two')
  for (const { open } of ada.added) await open?.(bob.sessionId)
  for (const { open } of bob.added) await open?.(ada.sessionId)
  return { ada: tracesOf(ada), bob: tracesOf(bob) }
}

const keptByRooms = rooms.flatMap(({ kept = [] }) => kept)

/** The person's IDs, by which their rows are found. */
function tracesOf({ userId, sessionId, added }: { userId: string; sessionId: SessionId; added: object[] }) {
  const ids = added.flatMap((ids) => Object.entries(ids).filter(([, id]) => typeof id === 'string'))
  return { userId, sessionId, ...(Object.fromEntries(ids) as Record<string, string>) }
}

const namesOf = (all: typeof tables) => Object.values(all).map((table) => getTableName(table))

/** Ephemeral ones have no user data for longer than minutes: the keys of the limits are hashes. */
const names = namesOf(tables)

test('every table that is defined is in backups or named as ephemeral, and created', async () => {
  const known = [...names, ...namesOf(ephemeralTables)].sort()
  expect(known).toEqual((await definedTables()).sort())
  const created = await ask<string>(`select tablename as row from pg_tables where schemaname = 'public'`)
  expect(created).toEqual(expect.arrayContaining(known))
})

test('deleting a user leaves none of their rows in any table, and all rows of others', async () => {
  const { ada, bob } = await makePeople()
  const before = await readRows(names)
  for (const [name, rows] of before)
    for (const { userId, ...ids } of [ada, bob]) {
      const isThere = rows.some((row) => [userId, ...Object.values(ids)].some((trace) => row.includes(trace)))
      expect(isThere, `${name} has a row of ${userId}: add one for a new table`).toBe(true)
    }

  await deletePersonRows({ userId: ada.userId, exceptSession: ada.sessionId })
  const kept = Object.entries(await countRowsOf(ada.userId, names)).filter(([, count]) => count > 0)
  const expected = ['accounts', 'former_addresses', 'sessions', 'unverified_accounts', ...keptByRooms]
  expect(kept.sort()).toEqual(expected.sort().map((name) => [name, 1]))
  await deletePersonRows({ userId: ada.userId })
  const after = await readRows(names)
  for (const [name, rows] of after)
    for (const trace of Object.values(ada))
      expect(
        rows.filter((row) => row.includes(trace)),
        name,
      ).toEqual([])
  // Bob's rows are unchanged, except for openings that involve Ada.
  for (const [name, rows] of after) {
    const others = before.get(name)?.filter((row) => !Object.values(ada).some((trace) => row.includes(trace)))
    expect(rows, name).toEqual(others)
  }
  await deletePersonRows({ userId: bob.userId })
  for (const rows of (await readRows(names)).values()) expect(rows).toEqual([])
})

test('merging two people leaves no row of the first, and every note of both to the second', async () => {
  const { ada, bob } = await makePeople()
  const notesOf = (userId: string) => ask(`select id as row from notes where uid = '${userId}'`)
  const both = [...(await notesOf(ada.userId)), ...(await notesOf(bob.userId))]
  await queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      for (const { releaseRows } of Object.values<Room>(serverRooms))
        await releaseRows?.(transaction, ada.userId)
      await mergeRows(transaction, ada.userId, bob.userId)
    }),
  )
  for (const [name, rows] of await readRows(names))
    expect(rows.join(), name).not.toContain(`"uid": "${ada.userId}"`)
  expect((await notesOf(bob.userId)).sort()).toEqual(both.sort())
  await deletePersonRows({ userId: bob.userId })
})

test('forgetting a user says what was deleted, and does nothing for an unknown ID', async () => {
  const { ada, bob } = await makePeople()
  const before = await readRows(names)
  const unknown = refusal('Nothing is stored of a user person-add.')
  await expect(forgetPerson('person-add')).rejects.toMatchObject(unknown)
  expect(await readRows(names)).toEqual(before)
  const counts = Object.fromEntries(['accounts', ...keptByRooms].map((name) => [name, 1]))
  expect((await forgetPerson(ada.userId)).rows).toMatchObject(counts)
  for (const [name, rows] of await readRows(names)) expect(rows.join(), name).not.toContain(ada.userId)
  await expect(forgetPerson(ada.userId)).rejects.toThrow('Nothing is stored')
  await deletePersonRows({ userId: bob.userId })
})

test('the export has every row of a user, by table', async () => {
  const { ada } = await makePeople()
  const rows = await readRows(names)
  let text = ''
  for await (const part of await exportRows(ada.userId, {})) text += part
  const exported = JSON.parse(text)
  for (const [key, table] of Object.entries(tables)) {
    const name = getTableName(table)
    const isTheirs = (row: string) => [ada.userId, ada.sessionId].some((trace) => row.includes(trace))
    expect(exported[key], `${name}, as ${key}`).toHaveLength(rows.get(name)?.filter(isTheirs).length ?? 0)
    expect(exported[key]).not.toHaveLength(0)
  }
  expect(text).not.toContain('person-bob')
})
