/** The promises of the store of links and of the trash, on any database. */
import { describe, expect, test } from 'vitest'
import type { NoteId, TrashList } from '@/lib/notes/note'
import { findNoteRow, noteUsage } from '@/lib/server/notes/notes'
import { findSharedNote, findShareOfNote } from '@/lib/server/notes/shares'
import { deleteExpiredTrash, findTrashed, listTrash } from '@/lib/server/notes/trash'
import type { RunQuery } from '../../database/setup'
import { later, newUserId, now } from '../../database/store-fixtures'
import {
  createNote,
  deleteShare,
  deleteTrashed,
  listIds,
  newShareId,
  restoreNote,
  storeNote,
  storeShare,
  trashNote,
} from './fixtures'

async function share(endsAt: Date | null = null) {
  const userId = newUserId()
  const noteId = await createNote(userId, 'shared', now, 'Title')
  const id = newShareId()
  const row = await storeShare({ id, noteId, userId, endsAt, now })
  return { userId, noteId, id, row }
}

export function describeShareStore(): void {
  describe('links', () => {
    test('a link leads to the current note, and its owner sees the link', async () => {
      const { userId, noteId, id, row } = await share()
      expect(row).toEqual({ id, noteId, userId, createdAt: now, endsAt: null })
      expect(await findShareOfNote(noteId, userId)).toEqual(row)
      await storeNote({ id: noteId, userId, title: 'Title', text: 'changed', base: 1, now })
      expect(await findSharedNote(id, now)).toMatchObject({
        id: noteId,
        userId,
        title: 'Title',
        text: 'changed',
      })
    })

    test('a query inside a transaction is an error, as it would deadlock', async () => {
      const { userId, noteId, id } = await share()
      const nested: Promise<string>[] = []
      /** Serialized in the middle of the transaction. */
      class QueryingDate extends Date {
        override toISOString(): string {
          const query = findShareOfNote(noteId, userId)
          nested.push(query.then(() => 'answered', String))
          return super.toISOString()
        }
      }
      await storeShare({ id, noteId, userId, endsAt: new QueryingDate(later(60)), now })
      expect(await nested[0]).toMatch(/^NestedQuery: queryDatabase inside queryDatabase/)
      expect(await findShareOfNote(noteId, userId)).toMatchObject({ endsAt: later(60) })
    })

    test('of eight concurrent requests for a link, all get the same, whether it existed or not', async () => {
      const userId = newUserId()
      const noteId = await createNote(userId, 'mine')
      const share = () => storeShare({ id: newShareId(), noteId, userId, endsAt: null, now })
      const links = [...(await Promise.all(Array.from({ length: 8 }, share))), await share()]
      expect(new Set(links.map((row) => row?.id))).toEqual(
        new Set([(await findShareOfNote(noteId, userId))?.id]),
      )
    })

    test('a link stops working at its end for good, and the note then gets another', async () => {
      const { userId, noteId, id } = await share(later(60))
      expect(await findSharedNote(id, later(59))).not.toBeNull()
      expect(await findSharedNote(id, later(60))).toBeNull()
      const fresh = newShareId()
      const row = await storeShare({ id: fresh, noteId, userId, endsAt: null, now: later(60) })
      expect(row).toMatchObject({ id: fresh, createdAt: later(60) })
      for (const at of [now, later(61)]) expect(await findSharedNote(id, at)).toBeNull()
      expect(await findSharedNote(fresh, later(61))).not.toBeNull()
    })
  })
}

const trashIds = async (userId: string) => (await listTrash(userId)).notes.map(({ id }) => id)

async function trash(userId: string, text: string, at = now): Promise<NoteId> {
  const id = await createNote(userId, text)
  await trashNote(id, userId, at)
  return id
}

export function describeTrashStore(askDirectly: RunQuery): void {
  describe('the trash', () => {
    test('takes a note with its link, which opens nothing, and restores it as it was', async () => {
      const userId = newUserId()
      const id = await createNote(userId, 'first', now, 'Titel „eins“')
      const written = await storeNote({ id, userId, title: 'Zoë', text: 'second', base: 1, now: later(1) })
      const link = { id: newShareId(), noteId: id, userId, endsAt: null, now }
      await storeShare(link)
      const shared = await findShareOfNote(id, userId)
      expect(await trashNote(id, userId, later(2))).toMatchObject({ id, text: 'second', version: 2 })
      expect(await trashNote(id, userId, later(3))).toBeNull()
      expect([await findSharedNote(link.id, now), await findShareOfNote(id, userId)]).toEqual([null, null])
      expect([await findNoteRow(id, userId), await listIds(userId)]).toEqual([null, []])
      expect(await findTrashed(id, userId)).toEqual({
        ...{ id, title: 'Zoë', start: 'second', isWhole: true, wasShared: true },
        ...{ deletedAt: later(2).toISOString(), leavesAt: later(2 + 30 * 24 * 3600).toISOString() },
      })
      expect(await restoreNote(id, userId)).toBe(true)
      expect(await restoreNote(id, userId)).toBe(false)
      expect(await findNoteRow(id, userId)).toEqual(written)
      expect(await findTrashed(id, userId)).toBeNull()
      expect(await findSharedNote(link.id, now)).toMatchObject({ id, text: 'second' })
      expect(await findShareOfNote(id, userId)).toEqual(shared)
      expect(await listIds(userId, { search: 'zoe' })).toEqual([id])
    })

    test('restores a link with its end date, and only to where it was', async () => {
      const userId = newUserId()
      const id = await createNote(userId, 'shared')
      const link = { id: newShareId(), noteId: id, userId, endsAt: later(5), now }
      await storeShare(link)
      await trashNote(id, userId, later(1))
      await restoreNote(id, userId)
      expect(await findSharedNote(link.id, later(4))).toMatchObject({ id })
      expect(await findSharedNote(link.id, later(6))).toBeNull()
      await deleteShare(id, userId)
      await trashNote(id, userId, later(7))
      expect(await findTrashed(id, userId)).toMatchObject({ wasShared: false })
      await restoreNote(id, userId)
      expect(await findShareOfNote(id, userId)).toBeNull()
    })

    test('is listed in pages, last deleted first, also notes of one moment', async () => {
      const userId = newUserId()
      const ids = []
      for (let n = 0; n < 5; n++) ids.push(await trash(userId, `note ${n}`, later(Math.floor(n / 2))))
      await trash(newUserId(), 'of another user')
      const whole = await trashIds(userId)
      expect(whole[0]).toBe(ids[4])
      expect(whole.toSorted()).toEqual(ids.toSorted())
      const parts = []
      for (let after: string | null = ''; after !== null; ) {
        const page: TrashList = await listTrash(userId, { after, size: 2 })
        expect(page.count).toBe(5)
        parts.push(...page.notes.map(({ id }) => id))
        after = page.next
      }
      expect(parts).toEqual(whole)
    })

    test('counts as usage until it is permanently deleted, one note or all', async () => {
      const userId = newUserId()
      const [first, second, third] = [
        await trash(userId, 'ä'),
        await trash(userId, 'bc'),
        await trash(userId, 'd'),
      ]
      await createNote(userId, 'ef')
      expect(await noteUsage(userId)).toEqual({ count: 4, bytes: 7 })
      expect(await noteUsage(userId, first)).toEqual({ count: 3, bytes: 5 })
      expect([await deleteTrashed(userId, first), await deleteTrashed(userId, first)]).toEqual([1, 0])
      expect((await trashIds(userId)).toSorted()).toEqual([second, third].toSorted())
      expect([await deleteTrashed(userId), await trashIds(userId)]).toEqual([2, []])
      expect(await noteUsage(userId)).toEqual({ count: 1, bytes: 2 })
    })

    test('is its owner’s: no other user reads, restores or deletes from it, or takes the ID of its notes', async () => {
      const [owner, other] = [newUserId(), newUserId()]
      const id = await trash(owner, 'mine')
      expect(await findTrashed(id, other)).toBeNull()
      expect(await listTrash(other)).toEqual({ notes: [], count: 0, next: null })
      expect([await restoreNote(id, other), await deleteTrashed(other, id)]).toEqual([false, 0])
      expect(await storeNote({ id, userId: other, title: '', text: 'taken', base: null, now })).toBeNull()
      expect(await deleteTrashed(other)).toBe(0)
      const undo = { id, userId: owner, title: '', text: 'undone', now }
      expect(await storeNote({ ...undo, base: 1 })).toBeNull()
      expect(await storeNote({ ...undo, base: null })).toMatchObject({ text: 'undone', version: 1 })
      expect([await trashIds(owner), await listIds(owner)]).toEqual([[], [id]])
    })

    test('keeps its note when another user deletes one with the same ID, which an older release could write', async () => {
      const [owner, other] = [newUserId(), newUserId()]
      const id = await trash(owner, 'mine')
      const theirs = `'${id}', '${other}', '', 'theirs', 1, 6, now(), now()`
      const columns = 'id, uid, title, text, version, bytes, created_at, changed_at'
      await askDirectly(`insert into notes (${columns}) values (${theirs}) returning array[text] as row`)
      expect(await trashNote(id, other, later(1))).toMatchObject({ text: 'theirs' })
      expect(await findTrashed(id, owner)).toMatchObject({ start: 'mine', deletedAt: now.toISOString() })
    })

    test('of ten concurrent deletions or restores of a note, one succeeds', async () => {
      const userId = newUserId()
      const id = await createNote(userId, 'here')
      const ten = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, act))
      expect((await ten(() => trashNote(id, userId, now))).filter((row) => row !== null)).toHaveLength(1)
      expect(await trashIds(userId)).toEqual([id])
      expect((await ten(() => restoreNote(id, userId))).filter(Boolean)).toHaveLength(1)
      expect([await listIds(userId), await trashIds(userId)]).toEqual([[id], []])
    })

    test('a purge deletes all older notes of all users, however many, and nothing else', async () => {
      const [userId, other] = [newUserId(), newUserId()]
      const [early, exact] = [new Date('2001-01-01'), new Date('2001-01-02')]
      await trash(userId, 'early', early)
      await trash(other, 'early', early)
      const kept = await trash(userId, 'exactly then', exact)
      await askDirectly(`
        insert into trashed_notes (id, uid, title, text, version, bytes, created_at, changed_at, deleted_at)
        select gen_random_uuid(), '${userId}', '', n, 1, 1, now(), now(), '2001-01-01' from generate_series(1, 1000) n`)
      await deleteExpiredTrash(() => false, exact.getTime() + 30 * 24 * 3600 * 1000)
      expect([await trashIds(userId), await trashIds(other)]).toEqual([[kept], []])
    })
  })
}
