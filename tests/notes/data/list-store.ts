/** The promises of the store of lists, on any database. */
import { describe, expect, test } from 'vitest'
import { type NoteId, newNoteId } from '@/lib/notes/note'
import { noteListRevision } from '@/lib/server/notes/list'
import { findNoteRow, pinNote, storeNote } from '@/lib/server/notes/notes'
import { exportRows } from '@/lib/server/notes/room'
import { storeShare } from '@/lib/server/notes/shares'
import type { RunQuery } from '../../database/setup'
import { later, newUserId, now } from '../../database/store-fixtures'
import { createNote, list, listIds, newShareId, readPages } from './fixtures'

type Six = [NoteId, NoteId, NoteId, NoteId, NoteId, NoteId]

export function describeNoteList(askDirectly: RunQuery): void {
  describe('the list of notes', () => {
    test('shows how a note starts, whether that is all of it, and whether it is shared', async () => {
      const userId = newUserId()
      const texts = ['short', '🚪'.repeat(280), '🚪'.repeat(281), 'word '.repeat(20_000)]
      for (const text of texts) await createNote(userId, text)
      const [long, over, full, short] = await list(userId)
      expect(short).toMatchObject({ title: '', start: 'short', isWhole: true, version: 1, isShared: false })
      expect(full).toMatchObject({ start: '🚪'.repeat(280), isWhole: true })
      expect(over).toMatchObject({ start: '🚪'.repeat(280), isWhole: false })
      expect(long).toMatchObject({ start: 'word '.repeat(56), isWhole: false })
      const noteId = short?.id ?? newNoteId()
      await storeShare({ id: newShareId(), noteId, userId, endsAt: later(60), now })
      expect((await list(userId)).map(({ isShared }) => isShared)).toEqual([false, false, false, true])
      expect((await list(userId, { now: later(61) })).some(({ isShared }) => isShared)).toBe(false)
    })

    test('continues after any note, also among notes of one moment, with and without a search', async () => {
      const userId = newUserId()
      for (let n = 0; n < 12; n++) await createNote(userId, `same ${n}`, later(n))
      // The store never gives two notes one time in sequence; two servers may.
      await askDirectly(`
        update notes set changed_at = date_trunc('minute', changed_at) where uid = '${userId}' and text < 'same 7'
        returning json_build_array(1) as row`)
      for (const terms of [[], ['same']]) {
        const whole = await list(userId, { terms })
        expect(whole).toHaveLength(12)
        expect(new Set(whole.map(({ changedAt }) => changedAt.getTime())).size).toBeLessThan(12)
        const inOrder = whole.toSorted(
          (a, b) => b.changedAt.getTime() - a.changedAt.getTime() || (a.id < b.id ? 1 : -1),
        )
        expect(whole).toEqual(inOrder)
        for (const limit of [1, 5]) expect(await readPages({ userId, terms, limit })).toEqual(whole)
      }
    })

    test('starts with all pinned notes and continues with the others; a search mixes them', async () => {
      const userId = newUserId()
      const ids: NoteId[] = []
      for (let n = 0; n < 6; n++) ids.push(await createNote(userId, `note ${n}`, later(n)))
      const [first, second, third, fourth, fifth, sixth] = ids as Six
      const pin = (id: NoteId, isPinned = true) => pinNote(id, userId, { isPinned, maxPinned: 2 })
      const before = await findNoteRow(first, userId)
      expect([await pin(first), await pin(fourth), await pin(first)]).toEqual(['done', 'done', 'done'])
      expect([await pin(second), await pin(second, false), await pin(newNoteId())]).toEqual([
        ...['too-many', 'done', 'absent'],
      ])
      expect(await pinNote(second, newUserId(), { isPinned: true, maxPinned: 2 })).toBe('absent')
      expect(await findNoteRow(first, userId)).toEqual({ ...before, isPinned: true })
      const start = await list(userId, { limit: 2 })
      expect(start.map(({ id, isPinned }) => [id, isPinned])).toEqual([
        [fourth, true],
        [first, true],
        [sixth, false],
        [fifth, false],
      ])
      expect(await listIds(userId, { after: start.at(-1) ?? null, limit: 9 })).toEqual([third, second])
      expect(await listIds(userId, { terms: ['note'] })).toEqual(ids.toReversed())
      // A save moves a note to the front of the pinned ones, and swapping pins changes the revision.
      await storeNote({ id: first, userId, title: '', text: 'saved', base: 1, now: later(9) })
      expect((await listIds(userId)).slice(0, 2)).toEqual([first, fourth])
      const revision = await noteListRevision(userId, now)
      await pin(first, false)
      await pin(second)
      expect(await noteListRevision(userId, now)).not.toBe(revision)
    })

    test('is exported in batches, each note once, even if some are saved during it', async () => {
      const userId = newUserId()
      const ids = []
      for (let n = 0; n < 60; n++) ids.push(await createNote(userId, `note ${n}`, later(n)))
      await createNote(newUserId(), 'of another user')
      const found = []
      for await (const note of (await exportRows(userId)).notes) {
        found.push((note as { id: NoteId }).id)
        const saved = { id: ids[59 - found.length] ?? newNoteId(), text: 'saved', now: later(99) }
        if (found.length < 5 || found.length === 40) await storeNote({ ...saved, userId, title: '', base: 1 })
      }
      expect(found.toSorted()).toEqual(ids.toSorted())
    })
  })
}
