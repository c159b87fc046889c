/**
 * A new table cannot be forgotten: the tables are those that the database itself names, each with rows of two people. What
 * is left of the one who is deleted would be found whatever the column is called.
 */
import { getTableName } from 'drizzle-orm'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportRows } from '@/lib/server/account/export'
import {
  closeDatabase,
  countOpening,
  deleteUserRows,
  ephemeralTables,
  openDatabase,
  storeShare,
  tables,
  trashNoteRow,
} from '@/lib/server/database/database'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { addPasskey, createNote, createSession, newShareId, now } from './store-fixtures'

let server: PostgresServer
let client: Client

// Not the embedded database, which has one opener at a time; that its tables are the same is in `shape`.
beforeAll(async () => {
  server = await startPostgres()
  process.env.DATABASE_URL = server.url
  expect(await openDatabase()).toEqual({ status: 'open' })
  client = new Client({ connectionString: server.url })
  await client.connect()
}, 300_000)

afterAll(async () => {
  await closeDatabase()
  await client.end()
  await server.close()
})

/** Looks past the store. */
async function ask<Row extends QueryResultRow>(query: string): Promise<Row[]> {
  return (await client.query<Row>(query)).rows
}

type Column = { table: string; column: string; type: string }

function readColumns(): Promise<Column[]> {
  return ask<Column>(`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`)
}

/** What there is of each table, as text. */
async function readRows(names: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const name of names) {
    const rows = await ask<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`)
    found.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return found
}

/** Two people with rows in every table: each has notes, a link, sessions, and has opened the other’s link. */
async function makePeople() {
  const people = []
  for (const userId of ['person-ada', 'person-bob']) {
    const noteId = await createNote(userId, `words of ${userId}`, now, `title of ${userId}`)
    const id = newShareId()
    await storeShare({ id, noteId, userId, endsAt: null, now })
    await trashNoteRow(await createNote(userId, `deleted by ${userId}`), userId, now)
    await addPasskey(userId)
    people.push({ userId, noteId, shareId: id, sessionId: await createSession(userId) })
  }
  const [ada, bob] = people
  if (!ada || !bob) throw new Error('there are two')
  await countOpening(ada.shareId, bob.sessionId)
  await countOpening(bob.shareId, ada.sessionId)
  return { ada, bob }
}

/** Tables that hold nothing of anybody: the limits' keys are hashes, gone after ten minutes. */
const ofNobody: string[] = Object.values(ephemeralTables).map((table) => getTableName(table))

test('every table of the database is in backups, or named as one that need not be', async () => {
  const found = new Set((await readColumns()).map(({ table }) => table))
  const known = Object.values({ ...tables, ...ephemeralTables }).map((table) => getTableName(table))
  expect([...found].sort()).toEqual(known.sort())
})

test('a person who is deleted leaves nothing in any table, and takes nothing of anybody else', async () => {
  const { ada, bob } = await makePeople()
  const names = [...new Set((await readColumns()).map(({ table }) => table))].filter(
    (name) => !ofNobody.includes(name),
  )
  const before = await readRows(names)
  for (const [name, rows] of before)
    for (const { userId, ...ids } of [ada, bob]) {
      const isThere = rows.some((row) => [userId, ...Object.values(ids)].some((trace) => row.includes(trace)))
      expect(isThere, `${name} has a row of ${userId}: a new table needs one here`).toBe(true)
    }

  await deleteUserRows(ada.userId)
  const after = await readRows(names)
  for (const [name, rows] of after)
    for (const trace of Object.values(ada))
      expect(
        rows.filter((row) => row.includes(trace)),
        name,
      ).toEqual([])
  // All of the other is as it was, but who opened what was Ada’s.
  for (const [name, rows] of after) {
    const others = before.get(name)?.filter((row) => !Object.values(ada).some((trace) => row.includes(trace)))
    expect(rows, name).toEqual(others)
  }
  await deleteUserRows(bob.userId)
  for (const rows of (await readRows(names)).values()) expect(rows).toEqual([])
})

test('the export has every row of a person, by table', async () => {
  const { ada } = await makePeople()
  const names = Object.entries(tables).map(([key, table]) => [key, getTableName(table)] as const)
  const rows = await readRows(names.map(([, name]) => name))
  let text = ''
  for await (const part of await exportRows(ada.userId, {})) text += part
  const exported = JSON.parse(text)
  for (const [key, name] of names) {
    const isTheirs = (row: string) => [ada.userId, ada.sessionId].some((trace) => row.includes(trace))
    expect(exported[key], `${name}, as ${key}`).toHaveLength(rows.get(name)?.filter(isTheirs).length ?? 0)
    expect(exported[key]).not.toHaveLength(0)
  }
  for (const words of ['words of', 'deleted by']) expect(text).toContain(`${words} person-ada`)
  expect(text).not.toMatch(/person-bob|words of person-bob/)
})

test('an export that breaks off is no JSON, wherever it does', async () => {
  const userId = 'person-with-many'
  for (let n = 0; n < 30; n++) await createNote(userId, `line "one"\nline two ${n}`)
  const parts: string[] = []
  for await (const part of await exportRows(userId, { displayName: null })) parts.push(part)
  expect(parts.length).toBeGreaterThan(30)
  expect(JSON.parse(parts.join('')).notes).toHaveLength(30)
  for (let length = 1; length < parts.length; length++)
    expect(() => JSON.parse(parts.slice(0, length).join(''))).toThrow(SyntaxError)
})
