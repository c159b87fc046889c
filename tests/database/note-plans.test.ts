/** The statements about notes, the very ones that the store sends, are answered by indexes: PostgreSQL's `explain` says so. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newNoteId } from '@/lib/notes/note'
import {
  closeDatabase,
  countTrashRows,
  findNoteRow,
  findSharedNote,
  findShareOfNote,
  firstNoteRows,
  listAllNotes,
  listTrashRows,
  noteListRevision,
  noteUsage,
  openDatabase,
  pinNoteRow,
  purgeTrash,
  readMatchingLines,
  restoreNoteRow,
  storeNote,
  trashNoteRow,
} from '@/lib/server/database/database'
import { manyNotes, wordAt } from '../notes/many-notes'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { startDatabaseProxy } from '../support/database/proxy'
import { readStatements } from '../support/database/statements'
import { list, newShareId, now } from './store-fixtures'

let server: PostgresServer
let line: Awaited<ReturnType<typeof startDatabaseProxy>>
let client: Client

beforeAll(async () => {
  server = await startPostgres()
  line = await startDatabaseProxy(server.url)
  process.env.DATABASE_URL = line.url
  expect(await openDatabase()).toEqual({ status: 'open' })
  client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query(manyNotes('ada', { count: 4_000 }))
  await client.query(
    `insert into shares select gen_random_uuid(), id, uid, now() from notes where uid <> 'ada' or random() < 0.02`,
  )
  await client.query(
    `update notes set pinned = true where id in (select id from notes where uid = 'ada' limit 6)`,
  )
  await client.query(`
    insert into trashed_notes select gen_random_uuid(), uid, title, text, version, bytes, created_at, changed_at,
      changed_at from notes where uid <> 'ada' or random() < 0.02`)
  await client.query('vacuum analyze notes')
  await client.query('vacuum analyze trashed_notes')
  await client.query('vacuum analyze shares')
}, 300_000)

afterAll(async () => {
  await closeDatabase()
  await client.end()
  await line.close()
  await server.close()
})

const id = newNoteId()
const place = { changedAt: new Date(), id }
const search = (term: string) => ({ terms: [term], limit: 31 })
/** What is unfolded, how much there is, and the notes. */
const searchParts = [
  /Index Only Scan using notes_unfolded_index/,
  /Aggregate(.*\n){2}.*Index Only Scan using notes_uid_index/,
  /Index Scan Backward using notes_uid_index.*\n.*Index Cond:.*\n.*Filter:.*strpos/,
]

test.each<[what: string, ask: () => Promise<unknown>, parts: RegExp[]]>([
  [
    'its beginning with the revision',
    () => firstNoteRows('ada', 31, now),
    [
      /Index Only Scan using notes_uid_index/,
      /Index Only Scan using notes_pinned_index/,
      /Index.*Scan.* on notes_pinned_index|Index Scan.* using notes_pinned_index/,
      /Index Scan Backward using notes_uid_index/,
      /Index.* shares_uid_index/,
    ],
  ],
  [
    'a page deep down',
    () => list('ada', { after: place, limit: 31 }),
    [
      /Index.*Scan.* notes_uid_index/,
      /Index Cond:.*ROW\(changed_at, id\)|Index Cond:.*ROW\(notes.changed_at, notes.id\)/,
    ],
  ],
  ['a search for a rare word', () => list('ada', search(wordAt(4_000))), searchParts],
  ['a search for one in most notes', () => list('ada', search(wordAt(2))), searchParts],
  ['a search deep down', () => list('ada', { ...search('c'), after: place }), searchParts],
  [
    'a search that takes several statements',
    () => list('ada', { terms: Array.from('abcdefgh', (letter) => letter.repeat(60)), limit: 31 }),
    [/WindowAgg.*\n.*Index Only Scan Backward using notes_uid_index/, /Index Cond:.*ROW.*<.*ROW.*>=/],
  ],
  ['a note', () => findNoteRow(id, 'ada'), [/Index Scan using notes_pkey/]],
  [
    'the revision',
    () => noteListRevision('ada', now),
    [/Index Only Scan using notes_uid_index/, /Index.* shares_uid_index/],
  ],
  [
    'the lines that a search shows',
    () => readMatchingLines(Array.from({ length: 30 }, newNoteId), { userId: 'ada', terms: ['a'] }),
    [/notes_pkey/],
  ],
  [
    'the room that is taken',
    () => noteUsage('ada', id),
    [/Index Only Scan using notes_uid_index/, /Index Only Scan using trashed_notes_uid_index/],
  ],
  [
    'a pin',
    () => pinNoteRow(id, 'ada', { isPinned: true, maxPinned: 50 }),
    [/Index Scan using notes_pkey/, /Index Only Scan using notes_pinned_index/],
  ],
  ['a deletion', () => trashNoteRow(id, 'ada', now), [/Index Scan using notes_pkey/]],
  ['what brings it back', () => restoreNoteRow(id, 'ada'), [/Index Scan using trashed_notes_pkey/]],
  [
    'the trash, deep down',
    () => listTrashRows({ userId: 'ada', after: place, limit: 31 }),
    [/Index Scan Backward using trashed_notes_uid_index/, /Index Cond:.*ROW/],
  ],
  ['how much is in it', () => countTrashRows('ada'), [/Index Only Scan using trashed_notes_uid_index/]],
  [
    'what empties it after 30 days',
    () => purgeTrash(new Date('2001-01-01')),
    [/trashed_notes_deleted_at_index/, /trashed_notes_pkey/],
  ],
  [
    'a save',
    () => storeNote({ id, userId: 'ada', title: '', text: 'x', base: 7, now }),
    [/Index Scan using notes_pkey/, /Index.*notes_uid_index/],
  ],
  ['the link of a note', () => findShareOfNote(id, 'ada'), [/shares_note_id_unique/]],
  ['a shared note', () => findSharedNote(newShareId(), now), [/shares_pkey/, /notes_pkey/]],
  ['an export', async () => (await listAllNotes('ada').next()).value, [/Index.*Scan.* notes_uid_index/]],
])('%s', async (_, ask, parts) => {
  const before = line.heard().length
  await ask()
  const plan = await explain(line.heard().slice(before))
  for (const part of parts) expect(plan).toMatch(part)
  expect(plan).not.toContain('Seq Scan')
})

/** Asks for the plan of each statement with its values; what surrounds it, a transaction and its settings, is done as it was. */
async function explain(heard: string): Promise<string> {
  const lines: string[] = []
  for (const { text, values } of readStatements(heard)) {
    if (/^(begin|commit)|set_config/.test(text)) await client.query(text, values)
    else {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      lines.push(...rows.map((row) => row['QUERY PLAN']))
    }
  }
  expect(lines).not.toEqual([])
  return lines.join('\n')
}
