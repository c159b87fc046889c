import 'server-only'
/** Rows as browsers get them. */
import type { Note } from '@/lib/notes/note'
import type { Share } from '@/lib/notes/share'
import type { NoteRow, ShareRow } from '@/lib/server/database/database'

export function describeNote({
  id,
  title,
  text,
  version,
  createdAt,
  changedAt,
  isPinned,
}: NoteRow): Omit<Note, 'share'> {
  const times = { createdAt: createdAt.toISOString(), changedAt: changedAt.toISOString() }
  return { id, title, text, version, ...times, isPinned }
}

export function describeShare({ id, createdAt, endsAt, opened }: ShareRow): Share {
  return {
    id,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    hasEnded: endsAt !== null && endsAt.getTime() <= Date.now(),
    opened,
  }
}
