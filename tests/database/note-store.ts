/** What the store of notes promises, whichever database is behind it. */
import { describe, expect, test } from 'vitest'
import { type NoteId, newNoteId } from '@/lib/notes/note'
import {
  countNoteRows,
  findNoteRow,
  findShareOfNote,
  firstNoteRows,
  isOtherUsersNote,
  noteListRevision,
  noteUsage,
  pinNoteRow,
  storeNote,
  storeShare,
  trashNoteRow,
} from '@/lib/server/database/database'
import { createNote, later, list, listIds, newShareId, newUserId, now } from './store-fixtures'

export function describeNoteStore(): void {
  describe('notes', () => {
    test('a note is found again as it was written, by its owner only', async () => {
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
    })

    test('each save makes the version after the one it was written on, and comes first in the list', async () => {
      const userId = newUserId()
      const [first, second] = [await createNote(userId, 'one'), await createNote(userId, 'two', later(1))]
      const changed = { id: first, userId, title: 'new', text: 'one, changed', now: later(2) }
      expect(await storeNote({ ...changed, base: 1 })).toMatchObject({
        title: 'new',
        text: 'one, changed',
        version: 2,
        createdAt: now,
        changedAt: later(2),
      })
      expect(await listIds(userId)).toEqual([first, second])
    })

    test('a save on another version than the last changes nothing', async () => {
      const userId = newUserId()
      const id = await createNote(userId, 'one')
      const late = { id, userId, title: '', text: 'mine', now: later(5) }
      await storeNote({ ...late, text: 'theirs', base: 1 })
      for (const base of [null, 1, 3]) expect(await storeNote({ ...late, base }), `on ${base}`).toBeNull()
      expect(await findNoteRow(id, userId)).toMatchObject({ text: 'theirs', version: 2 })
      expect(await storeNote({ ...late, id: newNoteId(), base: 1 })).toBeNull()
      expect(await countNoteRows(userId)).toBe(1)
    })

    test('of ten saves on one version at once, one is stored', async () => {
      const userId = newUserId()
      const id = await createNote(userId, 'one')
      const saves = Array.from({ length: 10 }, (_, n) =>
        storeNote({ id, userId, title: '', text: `save ${n}`, base: 1, now: later(n) }),
      )
      const stored = (await Promise.all(saves)).filter((row) => row !== null)
      expect(stored).toHaveLength(1)
      expect(await findNoteRow(id, userId)).toEqual(stored[0])
    })

    test('a change comes after all before, whatever the clock says', async () => {
      const userId = newUserId()
      const ids = [
        await createNote(userId, 'one', later(60)),
        await createNote(userId, 'two'),
        await createNote(userId, 'three'),
      ]
      expect(await listIds(userId)).toEqual(ids.toReversed())
    })

    test('somebody else’s note cannot be written over or deleted', async () => {
      const [owner, other] = [newUserId(), newUserId()]
      const id = await createNote(owner, 'mine')
      for (const base of [null, 1])
        expect(await storeNote({ id, userId: other, title: '', text: 'taken', base, now })).toBeNull()
      expect(await trashNoteRow(id, other, now)).toBeNull()
      expect(await isOtherUsersNote(id, other)).toBe(true)
      expect(await isOtherUsersNote(id, owner)).toBe(false)
      expect(await isOtherUsersNote(newNoteId(), other)).toBe(false)
      expect(await findNoteRow(id, owner)).toMatchObject({ text: 'mine', version: 1, changedAt: now })
      expect(await listIds(other)).toEqual([])
    })

    test('a deletion returns the note and takes its link along; brought back, it is without', async () => {
      const userId = newUserId()
      const id = await createNote(userId, 'here')
      await storeShare({ id: newShareId(), noteId: id, userId, endsAt: null, now })
      expect(await trashNoteRow(id, userId, now)).toMatchObject({ id, text: 'here', version: 1 })
      expect(await trashNoteRow(id, userId, now)).toBeNull()
      expect(await findShareOfNote(id, userId)).toBeNull()
      await storeNote({ id, userId, title: '', text: 'here', base: null, now })
      expect(await listIds(userId)).toEqual([id])
      expect(await findShareOfNote(id, userId)).toBeNull()
    })

    test('the room that notes take is counted in bytes, without the one that is saved', async () => {
      const userId = newUserId()
      const ids: NoteId[] = []
      for (const text of ['ä', '„“', '🚪']) ids.push(await createNote(userId, text))
      expect(await noteUsage(userId, newNoteId())).toEqual({ count: 3, bytes: 12 })
      expect(await noteUsage(userId, ids[1] ?? newNoteId())).toEqual({ count: 2, bytes: 6 })
      await storeNote({ id: ids[0] ?? newNoteId(), userId, title: 'ü', text: '', base: 1, now })
      expect(await noteUsage(userId, newNoteId())).toEqual({ count: 3, bytes: 12 })
      expect(await noteUsage(newUserId(), newNoteId())).toEqual({ count: 0, bytes: 0 })
    })

    test('the revision changes with each kind of change, and with nothing else', async () => {
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
        ['a pin', () => pinNoteRow(id, userId, { isPinned: true, maxPinned: 9 })],
        ['its end', () => storeShare({ ...link, endsAt: later(60) })],
        ['a deletion', () => trashNoteRow(second, userId, now)],
        ['the last deletion', () => trashNoteRow(id, userId, now)],
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

    test('comes with the beginning of the list, be that empty or shorter than the whole', async () => {
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
