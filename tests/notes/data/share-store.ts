/** The promises of the store of links, on any database. */
import { describe, expect, test } from 'vitest'
import { newNoteId } from '@/lib/notes/note'
import { deletePersonRows } from '@/lib/server/account/rows'
import type { SessionId } from '@/lib/server/database/ids'
import { storeNote } from '@/lib/server/notes/notes'
import {
  countOpening,
  deleteShare,
  findSharedNote,
  findShareOfNote,
  storeShare,
} from '@/lib/server/notes/shares'
import { trashNote } from '@/lib/server/notes/trash'
import type { RunQuery } from '../../database/setup'
import { createSession, later, newUserId, now } from '../../database/store-fixtures'
import { createNote, newShareId } from './fixtures'

async function share(endsAt: Date | null = null) {
  const userId = newUserId()
  const noteId = await createNote(userId, 'shared', now, 'Title')
  const id = newShareId()
  const row = await storeShare({ id, noteId, userId, endsAt, now })
  return { userId, noteId, id, row }
}

export function describeShareStore(askDirectly: RunQuery): void {
  describe('links', () => {
    test('a link leads to the current note, and its owner sees the link', async () => {
      const { userId, noteId, id, row } = await share()
      expect(row).toEqual({ id, noteId, userId, createdAt: now, endsAt: null, opened: 0 })
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

    test('no other user creates, sees, changes or ends a link, and its owner’s end is final', async () => {
      const { userId, noteId, id, row } = await share()
      const other = newUserId()
      const nowhere = { id: newShareId(), noteId: newNoteId(), userId, endsAt: null, now }
      expect(await storeShare(nowhere)).toBeNull()
      expect(await storeShare({ ...nowhere, noteId, userId: other })).toBeNull()
      expect([await findShareOfNote(noteId, other), await deleteShare(noteId, other)]).toEqual([null, false])
      expect(await findShareOfNote(noteId, userId)).toEqual(row)
      expect(await findSharedNote(newShareId(), now)).toBeNull()
      expect([await deleteShare(noteId, userId), await deleteShare(noteId, userId)]).toEqual([true, false])
      expect(await storeShare({ ...nowhere, noteId })).toMatchObject({ id: nowhere.id })
      expect(await findSharedNote(id, now)).toBeNull()
    })

    test('a link stops working at its end for good, and the note then gets another', async () => {
      const { userId, noteId, id } = await share(later(60))
      expect(await findSharedNote(id, later(59))).not.toBeNull()
      expect(await findSharedNote(id, later(60))).toBeNull()
      const fresh = newShareId()
      const row = await storeShare({ id: fresh, noteId, userId, endsAt: null, now: later(60) })
      expect(row).toMatchObject({ id: fresh, createdAt: later(60), opened: 0 })
      for (const at of [now, later(61)]) expect(await findSharedNote(id, at)).toBeNull()
      expect(await findSharedNote(fresh, later(61))).not.toBeNull()
    })

    test('an opening is counted once per session, also of concurrent ones and after its session is deleted', async () => {
      const { userId, noteId, id } = await share()
      const sessions = [await createSession(newUserId()), await createSession(newUserId())]
      for (const session of sessions)
        await Promise.all(Array.from({ length: 5 }, () => countOpening(id, session)))
      expect(await findShareOfNote(noteId, userId)).toMatchObject({ opened: 2 })
      const gone = newUserId()
      await countOpening(id, await createSession(gone))
      await deletePersonRows({ userId: gone })
      expect(await findShareOfNote(noteId, userId)).toMatchObject({ opened: 3 })
    })

    test('the openings of one user take 2,000 rows at most, over all sessions', async () => {
      const [{ userId, noteId, id }, reader] = [await share(), newUserId()]
      const [first, second] = [await createSession(reader), await createSession(reader)]
      await askDirectly(`with made as (
          insert into notes (id, uid, text, created_at, changed_at)
          select gen_random_uuid(), '${userId}', 'shared', now(), now() from generate_series(1, 1999) returning id),
        linked as (
          insert into shares (id, note_id, uid, created_at)
          select gen_random_uuid(), id, '${userId}', now() from made returning id)
        insert into share_openings (share_id, session_id) select id, '${first}' from linked
        returning json_build_array(share_id) as row`)
      for (const session of [first, second, await createSession(reader)]) await countOpening(id, session)
      expect(await findShareOfNote(noteId, userId)).toMatchObject({ opened: 1 })
      await countOpening(id, await createSession(newUserId()))
      expect(await findShareOfNote(noteId, userId)).toMatchObject({ opened: 2 })
    })

    test('an opening of a deleted link, or by a deleted session, isn’t counted', async () => {
      const [{ noteId, userId, id }, kept] = [await share(), await share()]
      const session = await createSession(newUserId())
      await trashNote(noteId, userId, now)
      await countOpening(id, session)
      await countOpening(kept.id, crypto.randomUUID() as SessionId)
      expect(await findShareOfNote(kept.noteId, kept.userId)).toMatchObject({ opened: 0 })
    })
  })
}
