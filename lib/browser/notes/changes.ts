import 'client-only'
/** What saves, deletions and editors of this page make of its list. */
import type { NoteId, NoteSummary } from '@/lib/notes/note'
import { closed, find, isStored, type ListEntry, type ShownList, unknownTime, updated } from './list'
import type { StoredNote } from './notes'

/** What a draft says of its note. `base`: the version it is based on, null for a note that was never saved. */
export type DraftedNote = { id: NoteId; title: string; text: string; base: number | null }

/** With a note as the server has it now, in its place; on top if it's new. */
export function withNote(shown: ShownList, stored: StoredNote): ShownList {
  const known = find(shown, stored.id)
  const note = summaryOf(stored, known?.note.isShared ?? false)
  if (!known) return changed(shown, [closed(note), ...shown.entries])
  return changed(
    shown,
    mapOne(shown, stored.id, (entry) =>
      entry.state === 'edited' && note.changedAt >= entry.note.changedAt
        ? { note, state: 'edited' }
        : updated(entry, note),
    ),
  )
}

/**
 * Opened, closed, or being edited. What was deleted elsewhere while it was edited is gone after that, and of a note that was
 * never saved nothing is left.
 */
export function withState(shown: ShownList, id: NoteId, state: 'closed' | 'open' | 'edited'): ShownList {
  const entries = mapOne(shown, id, (entry) => {
    const isGone = entry.state === 'edited' && entry.isMissing
    return { note: entry.note, state: isGone ? 'gone' : state }
  })
  return { ...shown, entries: entries.filter((entry) => entry.state === 'edited' || isStored(entry)) }
}

/** With an editor: in the note's row, or on top if the list doesn't have it. */
export function withEdited(shown: ShownList, { id, title, text, base }: DraftedNote): ShownList {
  if (find(shown, id)) return withState(shown, id, 'edited')
  const stored = { id, title, text, version: base ?? 0, changedAt: unknownTime, isPinned: false }
  return { ...shown, entries: [{ note: summaryOf(stored, false), state: 'edited' }, ...shown.entries] }
}

/** With a line in the note's place. */
export function withDeleted(shown: ShownList, stored: StoredNote): ShownList {
  return changed(
    shown,
    mapOne(shown, stored.id, ({ note }) => ({ note, state: 'deleted', stored })),
  )
}

/** The server has no such note any more. */
export function withGone(shown: ShownList, id: NoteId): ShownList {
  return changed(
    shown,
    mapOne(shown, id, ({ note }) => ({ note, state: 'gone' })),
  )
}

/** Written back by Undo, without its link. */
export function withRestored(shown: ShownList, stored: StoredNote): ShownList {
  const note = summaryOf(stored, false)
  return changed(
    shown,
    mapOne(shown, stored.id, () => closed(note)),
  )
}

export function withShared(shown: ShownList, id: NoteId, isShared: boolean): ShownList {
  return changed(
    shown,
    mapOne(shown, id, (entry) => ({ ...entry, note: { ...entry.note, isShared } })),
  )
}

/** As long as the server's (`note-list.ts`). */
const startLength = 280

function summaryOf(stored: Omit<StoredNote, 'createdAt'>, isShared: boolean): NoteSummary {
  const { id, title, text, version, changedAt, isPinned } = stored
  const start = [...text.slice(0, 2 * startLength)].slice(0, startLength).join('')
  return {
    id,
    title,
    start,
    isWhole: start.length === text.length,
    version,
    changedAt,
    isShared,
    isPinned,
    match: null,
  }
}

function mapOne(shown: ShownList, id: NoteId, change: (entry: ListEntry) => ListEntry): ListEntry[] {
  return shown.entries.map((entry) => (entry.note.id === id ? change(entry) : entry))
}

/** After a change made here, whose revision isn't known. */
function changed(shown: ShownList, entries: readonly ListEntry[]): ShownList {
  return { ...shown, entries, revision: null }
}
