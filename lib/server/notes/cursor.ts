import 'server-only'
/** The cursor of a list of notes: the last note of a page. */
import { parseNoteId } from '@/lib/notes/note'
import type { ListCursor } from '@/lib/server/database/database'

export function formatCursor({ changedAt, id }: ListCursor): string {
  return `${changedAt.getTime()}.${id}`
}

/** Parses an untrusted cursor; null, for the first page, if it's missing or malformed. */
export function parseCursor(text: string | null): ListCursor | null {
  const [time = '', noteId] = (text ?? '').split('.')
  const id = parseNoteId(noteId)
  const isTime = /^\d{1,14}$/.test(time)
  return id && isTime ? { id, changedAt: new Date(Number(time)) } : null
}
