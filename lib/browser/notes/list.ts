import 'client-only'
/**
 * The notes a page shows, as a value. Rows keep their places: what changes is updated where it is, and the order is made
 * again only when the list is asked for anew. Of two states of a note the later is the one with the later `changedAt`.
 */
import type { NoteId, NoteList, NoteSummary } from '@/lib/notes/note'
import type { StoredNote } from './notes'

export type ListEntry = { note: NoteSummary } & (
  | { state: 'closed' | 'open' }
  /** `isMissing`: it was deleted elsewhere meanwhile. */
  | { state: 'edited'; isMissing?: boolean }
  /** Deleted here. `stored` is what Undo writes back. */
  | { state: 'deleted'; stored: StoredNote }
  /** Deleted elsewhere while somebody looked at it. */
  | { state: 'gone' }
)

export type ShownList = {
  entries: readonly ListEntry[]
  /** Continues the list; null at its end. */
  next: string | null
  /** What the server called this state; null after a change made here. */
  revision: string | null
}

/** A list as it was answered. What is edited in the list before, and what can be undone, stays. */
export function listFrom(answer: NoteList, before: readonly ListEntry[] = []): ShownList {
  const held = new Map(before.filter(isKept).map((entry) => [entry.note.id, entry]))
  const entries = answer.notes.map((note): ListEntry => {
    const known = held.get(note.id)
    held.delete(note.id)
    return known ? updated(known, note) : { note, state: 'closed' }
  })
  return { entries: inserted(entries, [...held.values()]), next: answer.next, revision: answer.revision }
}

/** With the part that follows. */
export function withMore(shown: ShownList, answer: NoteList): ShownList {
  const more = answer.notes.filter(({ id }) => !find(shown, id))
  const known = updatedBy(shown.entries, answer.notes)
  // The revision stays: what changed between the two answers is noticed by asking again.
  return { ...shown, next: answer.next, entries: [...known, ...more.map(closed)] }
}

type Watched = {
  /** False for a part of the list, or what was searched for: new notes may not belong there. */
  addsNew: boolean
  focused?: NoteId | null
}

/**
 * With the newest notes as they are now on the server. New ones come on top and deleted ones go; what is open or has the
 * focus leaves a line, and what is edited stays.
 */
export function withNews(
  shown: ShownList,
  answer: NoteList,
  { addsNew, focused = null }: Watched,
): ShownList {
  const { revision } = answer
  const oldest = answer.next === null ? '' : (answer.notes.at(-1)?.changedAt ?? '')
  const answered = new Set(answer.notes.map(({ id }) => id))
  const kept = updatedBy(shown.entries, answer.notes).flatMap((entry) => {
    const isBeyond = entry.note.changedAt <= oldest
    return answered.has(entry.note.id) || isBeyond ? entry : (withoutNote(entry, focused) ?? [])
  })
  if (!addsNew) return { ...shown, entries: kept, revision }
  // More is new than an answer holds: there would be a gap.
  if (isAllOlder(shown.entries.filter(isStored), oldest)) return listFrom(answer, kept)
  const added = answer.notes.filter(({ id }) => !find(shown, id)).map(closed)
  return { ...shown, entries: inserted(kept, added), revision }
}

/** Whether a note was ever saved. */
export function isStored({ note }: ListEntry): boolean {
  return note.version > 0
}

/** Before all times: of a note of which only a draft is known. */
export const unknownTime = ''

/**
 * With the later state of the note. One that was deleted is back if it has been written since. A new note keeps its
 * editor: it's saved once the answer to its own save says so.
 */
export function updated(entry: ListEntry, note: NoteSummary): ListEntry {
  const { changedAt, isShared } = entry.note
  if (entry.state === 'edited' && !isStored(entry)) return entry
  if (note.changedAt < changedAt) return entry
  if (note.changedAt === changedAt && (isDeleted(entry) || note.isShared === isShared)) return entry
  if (isDeleted(entry)) return closed(note)
  return entry.state === 'edited' ? { note, state: 'edited' } : { ...entry, note }
}

function updatedBy(entries: readonly ListEntry[], notes: readonly NoteSummary[]): ListEntry[] {
  const byId = new Map(notes.map((note) => [note.id, note]))
  return entries.map((entry) => {
    const note = byId.get(entry.note.id)
    return note ? updated(entry, note) : entry
  })
}

/** What is left of a row whose note was deleted elsewhere. */
function withoutNote(entry: ListEntry, focused: NoteId | null): ListEntry | null {
  const { note, state } = entry
  if (state === 'edited') return { note, state, isMissing: true }
  if (state === 'open' || (state === 'closed' && note.id === focused)) return { note, state: 'gone' }
  return state === 'closed' ? null : entry
}

/** Each before the first that is older; below editors on top, so that these stay where they are. */
function inserted(entries: readonly ListEntry[], more: readonly ListEntry[]): ListEntry[] {
  const rest = entries.findIndex(({ state }) => state !== 'edited')
  const top = entries.slice(0, rest === -1 ? entries.length : rest)
  const all = entries.slice(top.length)
  for (const entry of [...more].reverse()) {
    const { changedAt } = entry.note
    const index = all.findIndex(({ note }) => changedAt === unknownTime || note.changedAt < changedAt)
    all.splice(index === -1 ? all.length : index, 0, entry)
  }
  return [...top, ...all]
}

function isAllOlder(entries: readonly ListEntry[], oldest: string): boolean {
  return entries.length > 0 && entries.every(({ note }) => note.changedAt < oldest)
}

function isDeleted({ state }: ListEntry): boolean {
  return state === 'deleted' || state === 'gone'
}

function isKept({ state }: ListEntry): boolean {
  return state === 'edited' || state === 'deleted'
}

export function closed(note: NoteSummary): ListEntry {
  return { note, state: 'closed' }
}

export function find({ entries }: ShownList, id: NoteId): ListEntry | undefined {
  return entries.find(({ note }) => note.id === id)
}
