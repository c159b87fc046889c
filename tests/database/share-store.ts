/** What the store of links promises, whichever database is behind it. */
import { describe, expect, test } from 'vitest'
import { newNoteId } from '@/lib/notes/note'
import {
  countOpening,
  deleteShare,
  deleteUserRows,
  findSharedNote,
  findShareOfNote,
  type SessionId,
  storeNote,
  storeShare,
  trashNoteRow,
} from '@/lib/server/database/database'
import type { RunQuery } from './shape'
import { createNote, createSession, later, newShareId, newUserId, now } from './store-fixtures'

async function share(endsAt: Date | null = null) {
  const userId = newUserId()
  const noteId = await createNote(userId, 'shared', now, 'Title')
  const id = newShareId()
  const row = await storeShare({ id, noteId, userId, endsAt, now })
  return { userId, noteId, id, row }
}

export function describeShareStore(askDirectly: RunQuery): void {
  describe('links', () => {
    test('a link leads to the note as it is now, and is its writer’s to see', async () => {
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

    test('a question inside a transaction is an error: it would wait for its connection for ever', async () => {
      const { userId, noteId, id } = await share()
      const asked: Promise<string>[] = []
      /** Written to the database in the middle of the transaction. */
      class AskingDate extends Date {
        override toISOString(): string {
          const asking = findShareOfNote(noteId, userId)
          asked.push(asking.then(() => 'answered', String))
          return super.toISOString()
        }
      }
      await storeShare({ id, noteId, userId, endsAt: new AskingDate(later(60)), now })
      expect(await asked[0]).toMatch(/^NestedQuery: queryDatabase inside queryDatabase/)
      expect(await findShareOfNote(noteId, userId)).toMatchObject({ endsAt: later(60) })
    })

    test('a note has one link, whose end can be changed', async () => {
      const { userId, noteId, id } = await share()
      const again = { id: newShareId(), noteId, userId, now: later(1) }
      for (const endsAt of [later(60), later(90), null])
        expect(await storeShare({ ...again, endsAt })).toMatchObject({ id, createdAt: now, endsAt })
      const made = Array.from({ length: 8 }, () => storeShare({ ...again, id: newShareId(), endsAt: null }))
      expect(new Set((await Promise.all(made)).map((row) => row?.id))).toEqual(new Set([id]))
    })

    test('of eight made at once there is one', async () => {
      const userId = newUserId()
      const noteId = await createNote(userId, 'mine')
      const made = await Promise.all(
        Array.from({ length: 8 }, () => storeShare({ id: newShareId(), noteId, userId, endsAt: null, now })),
      )
      const ids = new Set(made.map((row) => row?.id))
      expect(ids.size).toBe(1)
      expect(ids).toContain((await findShareOfNote(noteId, userId))?.id)
    })

    test('from its end on a link leads nowhere, for good: then the note gets another', async () => {
      const { userId, noteId, id } = await share(later(60))
      expect(await findSharedNote(id, later(59))).not.toBeNull()
      expect(await findSharedNote(id, later(60))).toBeNull()
      const fresh = newShareId()
      const row = await storeShare({ id: fresh, noteId, userId, endsAt: null, now: later(60) })
      expect(row).toMatchObject({ id: fresh, createdAt: later(60), opened: 0 })
      expect(await findSharedNote(id, later(61))).toBeNull()
      expect(await findSharedNote(id, now)).toBeNull()
      expect(await findSharedNote(fresh, later(61))).not.toBeNull()
    })

    test('one that its writer ended never works again, and the next is another', async () => {
      const { userId, noteId, id } = await share()
      expect(await deleteShare(noteId, userId)).toBe(true)
      expect(await deleteShare(noteId, userId)).toBe(false)
      expect(await findSharedNote(id, now)).toBeNull()
      expect(await storeShare({ id: newShareId(), noteId, userId, endsAt: null, now })).not.toMatchObject({
        id,
      })
      expect(await findSharedNote(id, now)).toBeNull()
    })

    test('nobody makes, sees, changes or ends a link of somebody else’s note', async () => {
      const { userId, noteId, id, row } = await share()
      const other = newUserId()
      expect(await storeShare({ id: newShareId(), noteId, userId: other, endsAt: null, now })).toBeNull()
      const nowhere = { id: newShareId(), noteId: newNoteId(), userId, endsAt: null, now }
      expect(await storeShare(nowhere)).toBeNull()
      expect(await findShareOfNote(noteId, other)).toBeNull()
      expect(await deleteShare(noteId, other)).toBe(false)
      expect(await findShareOfNote(noteId, userId)).toEqual(row)
      expect(await findSharedNote(newShareId(), now)).toBeNull()
      expect(await findSharedNote(noteId as string as typeof id, now)).toBeNull()
    })

    test('an opening is counted once for each session, however often and fast it opens', async () => {
      const { userId, noteId, id } = await share()
      const sessions = [await createSession(newUserId()), await createSession(newUserId())]
      for (const session of sessions)
        await Promise.all(Array.from({ length: 5 }, () => countOpening(id, session)))
      expect(await findShareOfNote(noteId, userId)).toMatchObject({ opened: 2 })
      // Its session is forgotten; that it was opened is not.
      const gone = newUserId()
      await countOpening(id, await createSession(gone))
      await deleteUserRows(gone)
      expect(await findShareOfNote(noteId, userId)).toMatchObject({ opened: 3 })
    })

    test('one person’s openings take two thousand rows, however many sessions they open', async () => {
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

    test('an opening of what has gone meanwhile, link or session, is none', async () => {
      const [{ noteId, userId, id }, kept] = [await share(), await share()]
      const session = await createSession(newUserId())
      await trashNoteRow(noteId, userId, now)
      await countOpening(id, session)
      await countOpening(kept.id, crypto.randomUUID() as SessionId)
      expect(await findShareOfNote(kept.noteId, kept.userId)).toMatchObject({ opened: 0 })
    })
  })
}
