/** The promises of the store of notes and their lists, on any database. */
import { describe, expect, test } from 'vitest'
import { maxNotes, maxTotalBytes } from '@/lib/notes/limits'
import { type NoteId, newNoteId } from '@/lib/notes/note'
import { listNotes, noteListRevision } from '@/lib/server/notes/list'
import { findNoteRow, noteUsage, saveNote } from '@/lib/server/notes/notes'
import { exportRows } from '@/lib/server/notes/room'
import type { LiveSession } from '@/lib/server/session/current'
import type { RunQuery } from '../../database/setup'
import { authorOf, later, newUserId, now } from '../../database/store-fixtures'
import {
  createNote,
  deleteTrashed,
  list,
  listIds,
  newShareId,
  readPages,
  storeNote,
  storeShare,
  trashNote,
} from './fixtures'

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
      expect(row).toEqual({ ...note, bytes, version: 1, createdAt: now, changedAt: now })
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
        const session = (await authorOf(userId)) as LiveSession
        const save = (id: NoteId, text: string, base: number | null) =>
          saveNote(session, { id, title: '', text, base })
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
        const { revision } = await listNotes(userId, null, { size: 3, now })
        expect(revision).toBe(await noteListRevision(userId, now))
        const noteId = await createNote(userId, `note ${n}`, later(n))
        await storeShare({ id: newShareId(), noteId, userId, endsAt: null, now })
      }
    })
  })
}

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
      expect((await list(userId, { at: later(61) })).some(({ isShared }) => isShared)).toBe(false)
    })

    test('continues after any note, also among notes of one moment, with and without a search', async () => {
      const userId = newUserId()
      for (let n = 0; n < 12; n++) await createNote(userId, `same ${n}`, later(n))
      // The store never gives two notes one time in sequence; two servers may.
      await askDirectly(`
        update notes set changed_at = date_trunc('minute', changed_at) where uid = '${userId}' and text < 'same 7'
        returning json_build_array(1) as row`)
      for (const search of ['', 'same']) {
        const whole = await list(userId, { search })
        expect(whole).toHaveLength(12)
        expect(new Set(whole.map(({ changedAt }) => changedAt)).size).toBeLessThan(12)
        const places = whole.map(({ changedAt, id }) => `${changedAt} ${id}`)
        expect(places).toEqual(places.toSorted().toReversed())
        for (const limit of [1, 5]) expect(await readPages(userId, { search, limit })).toEqual(whole)
      }
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
