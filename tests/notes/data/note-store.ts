/** The promises of the store of notes, on any database. */
import { describe, expect, test } from 'vitest'
import { maxNotes, maxTotalBytes } from '@/lib/notes/limits'
import { type NoteId, newNoteId } from '@/lib/notes/note'
import { firstNoteRows, noteListRevision } from '@/lib/server/notes/list'
import {
  findNoteRow,
  isOtherUsersNote,
  noteUsage,
  pinNote,
  saveNote,
  storeNote,
} from '@/lib/server/notes/notes'
import { storeShare } from '@/lib/server/notes/shares'
import { deleteTrashed, trashNote } from '@/lib/server/notes/trash'
import type { LiveSession } from '@/lib/server/session/current'
import type { RunQuery } from '../../database/setup'
import { later, newUserId, now } from '../../database/store-fixtures'
import { createNote, list, listIds, newShareId } from './fixtures'

export function describeNoteStore(askDirectly: RunQuery): void {
  describe('notes', () => {
    test('a note is found as it was written and saved, by its owner only', async () => {
      const note = {
        id: newNoteId(),
        userId: newUserId(),
        title: 'Titel „eins“',
        text: ' Zeile\n\t„zwei“ 🚪 ',
      }
      const row = await storeNote({ ...note, base: null, now })
      const bytes = Buffer.byteLength(note.title + note.text)
      expect(row).toEqual({ ...note, bytes, version: 1, isPinned: false, createdAt: now, changedAt: now })
      expect(await findNoteRow(note.id, note.userId)).toEqual(row)
      expect(await findNoteRow(note.id, newUserId())).toBeNull()
      const changed = { ...note, title: 'new', text: 'changed', now: later(2) }
      const saved = { title: 'new', text: 'changed', version: 2, createdAt: now, changedAt: later(2) }
      expect(await storeNote({ ...changed, base: 1 })).toMatchObject(saved)
    })

    test('of ten concurrent saves on one version, one is stored', async () => {
      const userId = newUserId()
      const id = await createNote(userId, 'one')
      const saves = Array.from({ length: 10 }, (_, n) =>
        storeNote({ id, userId, title: '', text: `save ${n}`, base: 1, now: later(n) }),
      )
      const stored = (await Promise.all(saves)).filter((row) => row !== null)
      expect(stored).toHaveLength(1)
      expect(await findNoteRow(id, userId)).toEqual(stored[0])
    })

    test('the last change comes first, whatever the clock says', async () => {
      const userId = newUserId()
      const ids = [
        await createNote(userId, 'one', later(60)),
        await createNote(userId, 'two'),
        await createNote(userId, 'three'),
      ]
      expect(await listIds(userId)).toEqual(ids.toReversed())
    })

    test('another user’s note can’t be overwritten or deleted', async () => {
      const [owner, other] = [newUserId(), newUserId()]
      const id = await createNote(owner, 'mine')
      for (const base of [null, 1])
        expect(await storeNote({ id, userId: other, title: '', text: 'taken', base, now })).toBeNull()
      expect(await trashNote(id, other, now)).toBeNull()
      expect(await isOtherUsersNote(id, other)).toBe(true)
      expect(await isOtherUsersNote(id, owner)).toBe(false)
      expect(await isOtherUsersNote(newNoteId(), other)).toBe(false)
      expect(await findNoteRow(id, owner)).toMatchObject({ text: 'mine', version: 1, changedAt: now })
      expect(await listIds(other)).toEqual([])
    })

    test('the usage is counted in bytes, without the note that is saved', async () => {
      const userId = newUserId()
      const ids: NoteId[] = []
      for (const text of ['ä', '„“', '🚪']) ids.push(await createNote(userId, text))
      expect(await noteUsage(userId, newNoteId())).toEqual({ count: 3, bytes: 12 })
      expect(await noteUsage(userId, ids[1] ?? newNoteId())).toEqual({ count: 2, bytes: 6 })
      await storeNote({ id: ids[0] ?? newNoteId(), userId, title: 'ü', text: '', base: 1, now })
      expect(await noteUsage(userId, newNoteId())).toEqual({ count: 3, bytes: 12 })
      expect(await noteUsage(newUserId(), newNoteId())).toEqual({ count: 0, bytes: 0 })
    })

    test.each([
      ['a user has 10,000 more notes', maxNotes, 0, 'too-many-notes'],
      ['a user’s notes have 50 MB', 1, maxTotalBytes - 2, 'notes-full'],
    ])(
      'once %s, with the trash, no new one is saved, and older ones are',
      async (_, count, bytes, problem) => {
        const userId = newUserId()
        const save = (id: NoteId, text: string, base: number | null) =>
          saveNote({ userId } as LiveSession, { id, title: '', text, base })
        const [id, second] = [newNoteId(), newNoteId()]
        expect(await save(id, 'x', null)).toMatchObject({ status: 'saved' })
        await askDirectly(`
        insert into trashed_notes (id, uid, title, text, version, bytes, created_at, changed_at, deleted_at)
        select gen_random_uuid(), '${userId}', '', '', 1, ${bytes}, now(), now(), now() from generate_series(1, ${count})`)
        expect(await save(second, 'xy', null)).toEqual({ status: 'refused', problem })
        expect(await save(id, 'xy', 1)).toMatchObject({ status: 'saved' })
        await deleteTrashed(userId)
        expect(await save(second, 'xy', null)).toMatchObject({ status: 'saved' })
      },
    )

    test('the revision changes with each kind of change and nothing else', async () => {
      const [userId, other] = [newUserId(), newUserId()]
      const [id, second] = [newNoteId(), newNoteId()]
      const [own, others] = [
        { userId, title: '', text: 'a', now },
        { userId: other, title: '', text: 'b', now },
      ]
      const link = { id: newShareId(), noteId: id, userId, now }
      const changes: [what: string, change: () => Promise<unknown>][] = [
        ['a note', () => storeNote({ ...own, id, base: null })],
        ['a second in the same moment', () => storeNote({ ...own, id: second, base: null })],
        ['a save', () => storeNote({ ...own, id, text: 'b', base: 1 })],
        ['a save in the same moment', () => storeNote({ ...own, id, text: 'c', base: 2 })],
        ['a link', () => storeShare({ ...link, endsAt: null })],
        ['a pin', () => pinNote(id, userId, { isPinned: true, maxPinned: 9 })],
        ['its end', () => storeShare({ ...link, endsAt: later(60) })],
        ['a deletion', () => trashNote(second, userId, now)],
        ['the last deletion', () => trashNote(id, userId, now)],
      ]
      let last = await noteListRevision(userId, now)
      for (const [what, change] of changes) {
        await change()
        const revision = await noteListRevision(userId, now)
        expect(revision, what).not.toBe(last)
        last = revision
        const foreign = await storeNote({ ...others, id: newNoteId(), base: null })
        expect(foreign).not.toBeNull()
        expect(await noteListRevision(userId, now)).toBe(revision)
        if (what === 'its end') expect(await noteListRevision(userId, later(61))).not.toBe(revision)
      }
    })

    test('the first page has the revision, whether the list is empty, short or long', async () => {
      const userId = newUserId()
      for (let n = 0; n < 4; n++) {
        expect(await firstNoteRows(userId, 3, now)).toEqual({
          rows: await list(userId, { limit: 3 }),
          revision: await noteListRevision(userId, now),
        })
        const noteId = await createNote(userId, `note ${n}`, later(n))
        await storeShare({ id: newShareId(), noteId, userId, endsAt: null, now })
      }
    })
  })
}
