import type { NotesStore } from '@/lib/browser/notes/shown'
import type { PublicConfig } from '@/lib/config/config'
import type { NoteId } from '@/lib/notes/note'

/** What every row of the page needs. */
export type NotesPage = {
  store: NotesStore
  config: PublicConfig
  userId: string
  /** The server's clock, ISO 8601. */
  now: string
  /** Announces to screen readers. */
  say: (words: string) => void
  /**
   * Gives the focus to a note's row once it's rendered, where what had it was replaced; null: to New note. Whoever has gone on
   * elsewhere meanwhile keeps it there.
   */
  returnFocus: (id: NoteId | null) => void
}

/** The ID of the element that takes the focus in a row: its name, Undo, or the line. */
export function focusIdOf(id: NoteId): string {
  return `note-${id}`
}

/** The ID of what a row opens. */
export function panelIdOf(id: NoteId): string {
  return `${focusIdOf(id)}-panel`
}

/** The note whose row has the focus, or null. */
export function focusedNote(): NoteId | null {
  const name = document.activeElement?.id ?? ''
  return name.startsWith('note-') ? (name.slice('note-'.length) as NoteId) : null
}
