/**
 * Prints as JSON how long the server takes for `notes` or `search` (the first argument) on a store (the second), in this
 * process: without HTTP and the session's query. Half of the notes are other people's.
 */
import { randomBytes } from 'node:crypto'
import { type NoteId, type NoteList, newNoteId } from '@/lib/notes/note'
import { listNotes, notesRevision } from '@/lib/server/notes/list'
import { readNote, saveNote, savePoints } from '@/lib/server/notes/note'
import type { LiveSession } from '@/lib/server/session/session'
import { manyNotes, wordAt } from '../notes/many-notes'
import { openStore, type Store } from './stores'
import { quantile } from './table'

const [, , part, storeName] = process.argv

async function main(): Promise<void> {
  const store = await openStore(storeName)
  console.log(JSON.stringify(part === 'search' ? await searchTimes(store) : await noteTimes(store)))
  await store.remove()
}

const session = { userId: 'ada' } as LiveSession

/** The list, a page deep down, opening and saving, with 10,000 notes of about 1 KB of one person. */
async function noteTimes(store: Store) {
  await store.fill(manyNotes(session.userId))
  const ids: NoteId[] = []
  let after: string | null = null
  let deep: string | null = null
  do {
    const { notes, next }: NoteList = await listNotes(session, { after })
    ids.push(...notes.map(({ id }) => id))
    ;[deep, after] = [after, next]
  } while (after)
  const long = '# Title\n\nSome *words* of a long note. '.repeat(3_000).slice(0, 100_000)
  const longId = newNoteId()
  let version = 0
  const newWords = () => randomBytes(75_000).toString('base64').replaceAll(/[+/]/g, ' ')
  const open = async (id = newNoteId()) => {
    const { status } = await readNote(session, id)
    if (status !== 'open') throw new Error(status)
  }
  // Of the longest notes people open ten a minute.
  const works: [what: string, work: (time: number) => Promise<unknown>, times?: number][] = [
    ['the list', () => listNotes(session)],
    [`the last of ${Math.ceil(ids.length / 30)} pages`, () => listNotes(session, { after: deep })],
    ['what pages poll every 15 seconds', () => notesRevision(session)],
    ['open a note', (time) => open(ids[(time * 7_919) % ids.length])],
    ['save a new note', (time) => save(newNoteId(), `note ${time} `.repeat(100), null)],
    ['save a note of 100 KB again', (time) => save(longId, `${time} ${long}`, version++ || null)],
    ['save one of 100 KB of new words', () => save(newNoteId(), newWords(), null)],
    ['open a note of 100 KB', () => open(longId), 5],
  ]
  const rows = []
  for (const [what, work, times = 40] of works) {
    for (let time = 0; time < times / 8; time++) await work(1_000 + time)
    const goalMs = what.includes('100 KB') ? undefined : 50
    rows.push({ what, goalMs, p95: await p95Of(work, times) })
  }
  return rows
}

async function save(id: NoteId, text: string, base: number | null): Promise<void> {
  const { status } = await saveNote(session, { id, title: '', text, base }, savePoints(102_400))
  if (status !== 'saved') throw new Error(status)
}

const libraries = [
  { what: '10,000 notes of 1 KB', count: 20_000, kilobytes: 1, goalMs: 50 },
  { what: '10,000 notes of 3 KB', count: 20_000, kilobytes: 3, goalMs: 150 },
  { what: '10,000 notes of 5 KB', count: 20_000, kilobytes: 5, goalMs: 150 },
  { what: '500 notes of 100 KB', count: 1_010, kilobytes: 100, goalMs: 150 },
]

/** The sixth word has nine letters, and is in most notes. */
const words = {
  'a word of few notes': wordAt(4_000),
  'a word of most notes': wordAt(2),
  'a word whose first eight letters are in most notes': `${wordAt(6).slice(0, 8)}importantly`,
  'a word that is nowhere': 'qxqxqxqx',
}

/** A search in 10,000 notes of 1 KB and in 50 MB of longer ones. Cold: the first one after the store has started. */
async function searchTimes(store: Store) {
  const rows = []
  // The index of words takes minutes to fill, and no search reads it.
  await store.fill('drop index notes_words_index; create index notes_words_index on notes (id)')
  for (const { what, count, kilobytes, goalMs } of libraries) {
    const session = { userId: what } as LiveSession
    await store.fill(manyNotes(session.userId, { count, kilobytes }))
    const search = (text = '') => listNotes(session, { search: text })
    for (const [kind, text] of Object.entries(words)) {
      for (let time = 0; time < 5; time++) await search(text)
      rows.push({ what: `${what}: ${kind}`, goalMs, p95: await p95Of(() => search(text), 40) })
    }
    const left = [...Object.values(words), ...Object.values(words)]
    const cold = await p95Of(() => search(left.pop()), left.length, store.restart)
    rows.push({ what: `${what}: cold`, goalMs, p95: cold })
  }
  return rows
}

/** In milliseconds, without the time for `prepare`. */
async function p95Of(work: (time: number) => Promise<unknown>, times: number, prepare?: () => Promise<void>) {
  const measured: number[] = []
  for (let time = 0; time < times; time++) {
    await prepare?.()
    const startedAt = performance.now()
    await work(time)
    measured.push(performance.now() - startedAt)
  }
  return Number(quantile(measured, 0.95).toFixed(1))
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
