/** Notes and their links for the tests of the store. */
import { type NoteId, type NoteList, type NoteSummary, newNoteId, type ShareId } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import type { SessionId } from '@/lib/server/database/ids'
import type { Author } from '@/lib/server/database/writes'
import * as stored from '@/lib/server/notes/notes'
import { searchNotes } from '@/lib/server/notes/search'
import * as shares from '@/lib/server/notes/shares'
import { shareOpenings } from '@/lib/server/notes/tables'
import * as trashed from '@/lib/server/notes/trash'
import type { LiveSession } from '@/lib/server/session/current'
import { authorOf, newUserId, now } from '../../database/store-fixtures'

export const newShareId = () => crypto.randomUUID() as ShareId

type Own<Write extends (author: never, written: never) => unknown> = Parameters<Write>[1] & { userId: string }

// The store's writes, each by a live session of the user.
export const storeNote = async ({ userId, ...note }: Own<typeof stored.storeNote>) =>
  stored.storeNote(await authorOf(userId), note)
export const storeShare = async ({ userId, ...link }: Own<typeof shares.storeShare>) =>
  shares.storeShare(await authorOf(userId), link)
export const deleteShare = async (id: NoteId, userId: string) =>
  shares.deleteShare(await authorOf(userId), id)
export const trashNote = async (id: NoteId, userId: string, at: Date) =>
  trashed.trashNote(await authorOf(userId), id, at)
export const restoreNote = async (id: NoteId, userId: string) =>
  trashed.restoreNote(await authorOf(userId), id)
export const deleteTrashed = async (userId: string, id?: NoteId) =>
  trashed.deleteTrashed(await authorOf(userId), id)

export async function createNote(userId: string, text: string, at = now, title = ''): Promise<NoteId> {
  const id = newNoteId()
  if (!(await storeNote({ id, userId, title, text, base: null, now: at }))) throw new Error('it is there')
  return id
}

type Query = { search?: string; after?: string | null; limit?: number; at?: Date }

/** A page of a user's list, or of a search in it. */
export function readList(userId: string, { search = '', after = null, limit = 100, at = now }: Query = {}) {
  return searchNotes(userId, search, after, { size: limit, now: at })
}

export async function list(userId: string, query: Query = {}): Promise<NoteSummary[]> {
  return (await readList(userId, query)).notes
}

export async function listIds(userId: string, query: Query = {}): Promise<NoteId[]> {
  return (await list(userId, query)).map(({ id }) => id)
}

/** All pages, each after the one before. */
export async function readPages(userId: string, query: Query): Promise<NoteSummary[]> {
  const paged = []
  for (let after: string | null = ''; after !== null; ) {
    const page: NoteList = await readList(userId, { ...query, after })
    paged.push(...page.notes)
    after = page.next
  }
  return paged
}

/** A note, one in the trash and a link, for tests of all that a person has. */
export async function addRows(userId: string) {
  const noteId = await createNote(userId, `words of ${userId}`, now, `title of ${userId}`)
  const shareId = newShareId()
  await storeShare({ id: shareId, noteId, userId, endsAt: null, now })
  await trashNote(await createNote(userId, `deleted by ${userId}`), userId, now)
  // Only instances of the last release write it.
  const open = (sessionId: SessionId) =>
    queryDatabase((queries) => queries.insert(shareOpenings).values({ shareId, sessionId }))
  return { noteId, shareId, open }
}

export async function prepareWrites(userId: string) {
  const [owner, [changed, deleted, shared, linked]] = [
    newUserId(),
    await Promise.all(Array.from({ length: 4 }, () => createNote(userId, 'before'))),
  ]
  const [copied, link, at] = [await createNote(owner, 'theirs'), { endsAt: null, now }, now]
  const [undone, restored, purged] = await Promise.all(
    Array.from({ length: 3 }, () => createNote(userId, 'trashed')),
  )
  if (!changed || !deleted || !shared || !linked || !undone || !restored || !purged)
    throw new Error('there are seven')
  const theirs = await storeShare({ ...link, id: newShareId(), noteId: copied, userId: owner })
  for (const noteId of [linked, restored]) await storeShare({ ...link, id: newShareId(), noteId, userId })
  for (const id of [undone, restored, purged]) await trashNote(id, userId, now)
  const text = { title: '', text: 'late', now }
  return {
    'a new note': (by: Author) => stored.storeNote(by, { ...text, id: newNoteId(), base: null }),
    'a change': (by: Author) => stored.storeNote(by, { ...text, id: changed, base: 1 }),
    'an undo': (by: Author) => stored.storeNote(by, { ...text, id: undone, base: null }),
    'a deletion': (by: Author) => trashed.trashNote(by, deleted, at),
    'a restore': (by: Author) => trashed.restoreNote(by, restored),
    'a purge': (by: Author) => trashed.deleteTrashed(by, purged),
    'a link': (by: Author) => shares.storeShare(by, { ...link, id: newShareId(), noteId: shared }),
    'the end of a link': (by: Author) => shares.deleteShare(by, linked),
    'a copy': (by: Author) => shares.copyShared(by as LiveSession, theirs?.id ?? newShareId()),
  }
}

/** All kinds of values: null or not, times with milliseconds, all sorts of characters. Half of the notes have an opened link. */
export const fill = {
  sql: `
  insert into notes (id, uid, title, text, version, bytes, created_at, changed_at)
  select gen_random_uuid(), 'Zoë ' || n % 7, E'„Titel“ ' || n, E'Erste Zeile\\n\\t„zwei“ \\u2028 🚪 ' || n, n, n, now() - n * interval '3.007 s', now()
  from generate_series(1, 40) as n;
  insert into shares
  select gen_random_uuid(), id, uid, now(), case when version % 4 = 0 then now() + interval '1.001 s' end, 3 from notes where version % 2 = 0;
  insert into share_openings
  select s.id, o.id from shares s, (select id from sessions order by id limit 3) o`,
  rows: { notes: 40, shares: 20, shareOpenings: 60 },
  /** With everything below notes, in one order whatever the ids are. */
  query: `
  select to_jsonb(n) - 'folded' - 'folded_version' || jsonb_build_object('share', to_jsonb(s), 'openings',
    (select jsonb_agg(o.session_id order by o.session_id) from share_openings o where o.share_id = s.id)) as row
  from notes n left join shares s on s.note_id = n.id order by n.id`,
}
