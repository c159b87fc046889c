import 'server-only'
/** Notes, their trash and their links. */
import ms from 'ms'
import { maxNoteBodyBytes } from '@/lib/notes/limits'
import type { Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import type { LeavingPerson, RegularWork, RoomWords } from '@/lib/server/room'
import { foldNextUntil } from './database/folding'
import { countNoteRows } from './database/notes'
import {
  deleteNotesOf,
  listAllNotes,
  listAllOpenings,
  listAllShares,
  listAllTrashed,
} from './database/person'
import { notes, shareOpenings, shares, trashedNotes } from './database/tables'
import { deleteExpiredTrash } from './database/trash'
import { noteLimits } from './limits'

export { derivedColumns } from './database/tables'
export const tables = { notes, trashedNotes, shares, shareOpenings }
export const limits = noteLimits
export const maxBodyBytes = maxNoteBodyBytes

export const words: RoomWords = {
  kept: [
    {
      title: 'Your notes',
      what: 'What you write, when you created and last changed it, and the links by which you share it.',
      why: 'To keep them for you, and show them to those you share them with. Contract.',
      howLong:
        'Until you delete them or your account. Notes you delete stay in the trash for 30 days, unless you restore them or delete them for good.',
    },
    {
      title: 'Which shared notes you open',
      what: 'Which session opened which link, so that each is counted once. The person who shared the note sees only the count.',
      why: 'To tell them that their link is used. Legitimate interest.',
      howLong: 'Until the link or the session’s record is deleted.',
    },
  ],
  others: [
    [
      'People you share a note with',
      'Anyone who has the link and signs in can read the note and see your account’s name, until you stop sharing or the link expires. They can copy it.',
    ],
    [
      'Whether we read your notes',
      'We don’t, unless we have to: to repair something, to look into a report, or because the law makes us. But we could, as they aren’t encrypted against us.',
    ],
  ],
  counted: 'changed, opened, or searched notes',
  exported: 'notes (with the trash)',
  inBackups: ['notes', 'links'],
  contact: 'To report a shared note, use “Report this note” below it: the email then says which one.',
  terms: [
    {
      title: 'Your notes',
      text: 'They’re yours. Other people can’t read one until you share it. We could, but don’t unless we have to: our privacy notice says when. You let us store them and show them to those who have the link, and nothing else. Share only what you’re allowed to share.',
    },
    {
      id: 'reporting',
      title: 'Reporting a shared note',
      text: 'If someone shares a note with you that breaks the law or these terms, choose “Report this note” below it, and say in the email what’s wrong. We look into every report and tell you what we decided. If we take a note down or disable an account, we tell its owner why. You can both ask us to look again, or go to court.',
    },
  ],
}

/** The count is from now: notes saved since are deleted, too. */
export async function losses(userId: UserId): Promise<string[]> {
  const count = await countNoteRows(userId)
  const known = count === 0 ? 'none' : count === 1 ? '1 note' : `${count} notes`
  return [`all your notes (${known} when you opened this page), those in the trash, and all links to them`]
}

export const regularWork: readonly RegularWork[] = [
  { everyMs: ms('5m'), run: foldNextUntil },
  { everyMs: ms('6h'), run: deleteExpiredTrash },
]

export async function exportRows(userId: UserId) {
  const [links, shareOpenings] = await Promise.all([listAllShares(userId), listAllOpenings(userId)])
  return {
    notes: withoutBytes(listAllNotes(userId)),
    trashedNotes: withoutBytes(listAllTrashed(userId)),
    shares: links.map(({ userId: _, ...share }) => share),
    shareOpenings,
  }
}

async function* withoutBytes<Row extends { userId: UserId; bytes: number }>(rows: AsyncGenerator<Row>) {
  for await (const { userId: _, bytes: __, ...note } of rows) yield note
}

export async function deleteRows(queries: Queries, { userId }: LeavingPerson): Promise<void> {
  await deleteNotesOf(queries, userId)
}
