/** What the store of notes promises, whichever database is behind it. */
import { describe, expect, test } from 'vitest'
import { newNoteId } from '@/lib/notes'
import {
  countNoteRows,
  deleteNoteRow,
  isNoteRowOfOther,
  listNoteRows,
  storeNote,
} from '@/lib/server/database/database'

const now = new Date('2031-05-06T07:08:09.123Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const newPerson = () => `person-${crypto.randomUUID()}`

export function describeNoteStore(): void {
  describe('notes', () => {
    test('a note is found again as it was written, by its owner only', async () => {
      const note = { id: newNoteId(), userId: newPerson(), text: ' Zeile eins\n\t„zwei“ 🚪 ', now }
      const row = await storeNote(note)
      expect(row).toEqual({
        id: note.id,
        userId: note.userId,
        text: note.text,
        createdAt: now,
        changedAt: now,
      })
      expect(await listNoteRows(note.userId)).toEqual([row])
      expect(await listNoteRows(newPerson())).toEqual([])
    })

    test('written again it is the same note, changed, and comes first', async () => {
      const userId = newPerson()
      const [first, second] = [newNoteId(), newNoteId()]
      await storeNote({ id: first, userId, text: 'one', now })
      await storeNote({ id: second, userId, text: 'two', now: later(1) })
      await storeNote({ id: first, userId, text: 'one, changed', now: later(2) })
      expect(await listNoteRows(userId)).toMatchObject([
        { id: first, text: 'one, changed', createdAt: now, changedAt: later(2) },
        { id: second, text: 'two' },
      ])
    })

    test('somebody else’s note cannot be written over or deleted', async () => {
      const [owner, other] = [newPerson(), newPerson()]
      const id = newNoteId()
      await storeNote({ id, userId: owner, text: 'mine', now })
      expect(await storeNote({ id, userId: other, text: 'taken', now: later(1) })).toBeNull()
      expect(await deleteNoteRow(id, other)).toBe(false)
      expect(await isNoteRowOfOther(id, other)).toBe(true)
      expect(await isNoteRowOfOther(id, owner)).toBe(false)
      expect(await isNoteRowOfOther(newNoteId(), other)).toBe(false)
      expect(await listNoteRows(owner)).toMatchObject([{ text: 'mine', changedAt: now }])
      expect(await listNoteRows(other)).toEqual([])
    })

    test('a deleted note is gone, and may come back', async () => {
      const userId = newPerson()
      const id = newNoteId()
      await storeNote({ id, userId, text: 'here', now })
      expect(await deleteNoteRow(id, userId)).toBe(true)
      expect(await deleteNoteRow(id, userId)).toBe(false)
      await storeNote({ id, userId, text: 'here', now })
      expect(await listNoteRows(userId)).toHaveLength(1)
    })

    test('the others of a person are counted, the note itself is not', async () => {
      const userId = newPerson()
      const ids = [newNoteId(), newNoteId(), newNoteId()]
      for (const id of ids) await storeNote({ id, userId, text: 'one of three', now })
      expect(await countNoteRows(userId, newNoteId())).toBe(3)
      for (const id of ids) expect(await countNoteRows(userId, id)).toBe(2)
    })
  })
}
