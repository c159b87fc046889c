/**
 * How long the server takes for the list, a page deep down, searching, opening and saving, with 10,000 notes of about 1 KB of
 * one person, and as many of others, on the store that the first argument names; prints it as JSON. Warm, in this process:
 * without HTTP and the session's query.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { type NoteId, type NoteList, newNoteId } from '@/lib/notes/note'
import { closeDatabase, openDatabase } from '@/lib/server/database/database'
import { listNotes, notesRevision } from '@/lib/server/notes/list'
import { openNote, saveNote } from '@/lib/server/notes/note'
import type { LiveSession } from '@/lib/server/session/session'
import { manyNotes, wordAt } from '../notes/many-notes'
import { newDataDir } from '../support/data-dir'
import { openPostgresServer } from '../support/database/postgres'

const times = 40
const session = { userId: 'ada' } as LiveSession

type Row = { what: string; median: number; p95: number; found: number }

async function main(): Promise<void> {
  const rows = await (process.argv[2] === 'PostgreSQL' ? measurePostgres() : measureEmbedded())
  console.log(JSON.stringify(rows))
}

async function measureEmbedded(): Promise<Row[]> {
  const folder = await newDataDir()
  process.env.DATA_DIR = folder
  delete process.env.DATABASE_URL
  await openDatabase()
  await closeDatabase()
  const client = await PGlite.create(join(folder, 'database', 'cluster'))
  await client.exec(manyNotes(session.userId))
  await client.close()
  const rows = await measure()
  await rm(folder, { recursive: true })
  return rows
}

async function measurePostgres(): Promise<Row[]> {
  const server = await openPostgresServer()
  process.env.DATABASE_URL = server.url
  await openDatabase()
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query(manyNotes(session.userId))
  await client.query('vacuum analyze notes')
  await client.end()
  const rows = await measure()
  await server.close()
  return rows
}

async function measure(): Promise<Row[]> {
  await openDatabase()
  const ids: NoteId[] = []
  let after: string | null = null
  let deep: string | null = null
  do {
    const { notes, next }: NoteList = await listNotes(session, { after })
    ids.push(...notes.map(({ id }) => id))
    ;[deep, after] = [after, next]
  } while (after)
  const anyId = (time: number) => ids[(time * 7_919) % ids.length] ?? newNoteId()
  const found = async (question: object) => (await listNotes(session, question)).notes.length
  const search = (text: string) => () => found({ search: text })
  const long = '# Title\n\nSome *words* of a long note. '.repeat(3_000).slice(0, 100_000)
  const longId = newNoteId()
  let version = 0

  const questions: [string, (time: number) => Promise<number>][] = [
    ['the list', () => found({})],
    [`the last of ${Math.ceil(ids.length / 30)} pages`, () => found({ after: deep })],
    ['what pages ask every four seconds', async () => (await notesRevision(session)).length && 1],
    ['search: a rare word', search(wordAt(4_000))],
    ['search: a word of most notes', search(wordAt(2))],
    ['search: two common words', search(`${wordAt(2)} ${wordAt(3)}`)],
    ['search: a common and a rare word', search(`${wordAt(2)} ${wordAt(4_000)}`)],
    ['search: one letter', search('c')],
    ['search: a word that is nowhere', search('zzzzz')],
    ['open a note', async (time) => ((await openNote(session, anyId(time))) ? 1 : 0)],
    ['save a new note', async (time) => save(newNoteId(), `note ${time} `.repeat(100), null)],
    ['save a note of 100 KB again', async (time) => save(longId, `${time} ${long}`, version++ || null)],
    ['open a note of 100 KB', async () => ((await openNote(session, longId)) ? 1 : 0)],
  ]
  const rows: Row[] = []
  for (const [what, question] of questions) {
    for (let time = 0; time < 5; time++) await question(1_000 + time)
    const measured: number[] = []
    let count = 0
    for (let time = 0; time < times; time++) {
      const begin = performance.now()
      count = await question(time)
      measured.push(performance.now() - begin)
    }
    measured.sort((one, other) => one - other)
    const at = (share: number) => Number((measured[Math.ceil(times * share) - 1] ?? Number.NaN).toFixed(1))
    rows.push({ what, median: at(0.5), p95: at(0.95), found: count })
  }
  await closeDatabase()
  return rows
}

async function save(id: NoteId, text: string, base: number | null): Promise<number> {
  const { status } = await saveNote(session, { id, title: '', text, base })
  if (status !== 'saved') throw new Error(status)
  return 1
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
