/**
 * How long the server takes for the list, a page deep down, opening and saving, with 10,000 notes of about 1 KB of
 * one person, and as many of others, on the store that the first argument names; prints it as JSON. Warm, in this process:
 * without HTTP and the session's query.
 */
import { randomBytes } from 'node:crypto'
import { type NoteId, type NoteList, newNoteId } from '@/lib/notes/note'
import { listNotes, notesRevision } from '@/lib/server/notes/list'
import { readNote, saveNote, savePoints } from '@/lib/server/notes/note'
import type { LiveSession } from '@/lib/server/session/session'
import { manyNotes } from '../notes/many-notes'
import { openStore } from './stores'
import { timesOf } from './times'

const session = { userId: 'ada' } as LiveSession

async function main(): Promise<void> {
  const store = await openStore(process.argv[2])
  await store.fill(manyNotes(session.userId))
  console.log(JSON.stringify(await measure()))
  await store.remove()
}

async function measure() {
  const ids: NoteId[] = []
  let after: string | null = null
  let deep: string | null = null
  do {
    const { notes, next }: NoteList = await listNotes(session, { after })
    ids.push(...notes.map(({ id }) => id))
    ;[deep, after] = [after, next]
  } while (after)
  const anyId = (time: number) => ids[(time * 7_919) % ids.length] ?? newNoteId()
  const long = '# Title\n\nSome *words* of a long note. '.repeat(3_000).slice(0, 100_000)
  const longId = newNoteId()
  let version = 0

  const newWords = () => randomBytes(75_000).toString('base64').replaceAll(/[+/]/g, ' ')
  const open = async (id: NoteId) => {
    const { status } = await readNote(session, id)
    if (status !== 'open') throw new Error(status)
  }
  // Of the longest notes people open ten a minute.
  const questions: [what: string, question: (time: number) => Promise<unknown>, times?: number][] = [
    ['the list', () => listNotes(session)],
    [`the last of ${Math.ceil(ids.length / 30)} pages`, () => listNotes(session, { after: deep })],
    ['what pages ask every four seconds', () => notesRevision(session)],
    ['open a note', (time) => open(anyId(time))],
    ['save a new note', (time) => save(newNoteId(), `note ${time} `.repeat(100), null)],
    ['save a note of 100 KB again', (time) => save(longId, `${time} ${long}`, version++ || null)],
    ['save one of 100 KB of new words', () => save(newNoteId(), newWords(), null)],
    ['open a note of 100 KB', () => open(longId), 5],
  ]
  const rows = []
  for (const [what, question, times] of questions)
    rows.push({
      what,
      goalMs: what.includes('100 KB') ? undefined : 50,
      ...(await timesOf(question, { times })),
    })
  return rows
}

async function save(id: NoteId, text: string, base: number | null): Promise<void> {
  const { status } = await saveNote(session, { id, title: '', text, base }, savePoints(102_400))
  if (status !== 'saved') throw new Error(status)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
