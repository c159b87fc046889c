import 'server-only'
/** A place in the list of notes, as it goes to browsers and comes back. */
import { parseNoteId } from '@/lib/notes/note'
import type { ListCursor } from '@/lib/server/database/database'

/** The place after a note. */
export function formatCursor({ changedAt, id }: ListCursor): string {
  return `${changedAt.getTime()}.${id}`
}

/** Parses an untrusted place; null, for the beginning of the list, if it's malformed. */
export function parseCursor(text: string): ListCursor | null {
  const [time = '', name] = text.split('.')
  const id = parseNoteId(name)
  const isTime = /^\d{1,14}$/.test(time)
  return id && isTime ? { id, changedAt: new Date(Number(time)) } : null
}
