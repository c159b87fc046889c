/** Visitors of an instance of the last release, which sends only the statements of that release. */
import { expect } from 'vitest'
import { newNoteId } from '@/lib/notes/note'
import { type TokenHash, tokenHashOf } from '@/lib/server/database/database'
import { lastRelease } from './last-release'
import { newShareId } from './store-fixtures'

type Client = { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> }

/** A signed-in user with a note and a link to it, as the database has acknowledged them. */
export type Visitor = {
  userId: string
  sessionId: string
  tokenHash: TokenHash
  noteId: ReturnType<typeof newNoteId>
  shareId: ReturnType<typeof newShareId>
  version: number
  text: string
  rounds: number
}

export type OldInstance = ReturnType<typeof createOldInstance>

const day = 86_400_000
const sessionColumns = 12
const noteColumns = 8

const newHash = () => tokenHashOf(crypto.randomUUID())
const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id)

/** One connection for all visitors. */
export function createOldInstance(client: Client) {
  const run = async (name: keyof typeof lastRelease, values: unknown[]) =>
    (await client.query(lastRelease[name], values)).rows

  return {
    async visit(userId: string): Promise<Visitor> {
      const now = new Date()
      const later = new Date(now.getTime() + day)
      const [sessionId, tokenHash] = [crypto.randomUUID(), newHash()]
      const [noteId, shareId, text] = [newNoteId(), newShareId(), 'words of round zero']
      await run('openSession', [sessionId, tokenHash, userId, now, now, now, later, 'Browser/1', now])
      await run('newNote', [noteId, userId, 'title', text, 1, text.length, now, now, userId])
      await run('newShare', [shareId, noteId, userId, now, null])
      return { userId, sessionId, tokenHash, noteId, shareId, version: 1, text, rounds: 0 }
    },

    /** Everything that a visitor does: each statement of the last release. */
    async goRound(visitor: Visitor): Promise<void> {
      const { userId, sessionId, noteId, shareId, tokenHash: old, rounds } = visitor
      const now = new Date()
      const later = new Date(now.getTime() + day)

      const [found = {}, ...more] = await run('findSession', [old, old, now, old, 1])
      expect([found.id, more, Object.keys(found).length]).toEqual([sessionId, [], sessionColumns])
      const tokenHash = newHash()
      const renewed = await run('renewSession', [tokenHash, old, null, now, now, later, now, old])
      expect(ids(renewed)).toEqual([sessionId])
      await run('confirmRenewal', [now, sessionId, tokenHash])
      expect(ids(await run('listSessions', [userId, now]))).toContain(sessionId)

      await run('countEvent', [`note-write:${userId}`, 1, later.getTime(), now.getTime()])
      const [text, version] = [`words of round${rounds}`, visitor.version + 1]
      const content = ['title', text, version, text.length, now, userId]
      const [saved = {}] = await run('saveNote', [...content, noteId, userId, visitor.version])
      expect(saved).toMatchObject({ id: noteId, text, version })
      expect(Object.keys(saved)).toHaveLength(noteColumns)
      Object.assign(visitor, { tokenHash, text, version, rounds: rounds + 1 })

      const [first] = await run('firstNotes', [userId, now, userId, 280, 280, now, userId, 50])
      expect(first).toMatchObject({ id: noteId, version, is_shared: true })
      await client.query('begin')
      await run('prepareSearch', [])
      const term = `round${rounds}`
      expect(ids(await run('search', [280, 280, now, userId, userId, term, userId, term, 50, 50]))).toEqual([
        noteId,
      ])
      await client.query('commit')
      expect(await run('sharedNote', [shareId, now])).toMatchObject([{ text }])
      await run('countOpening', [shareId, sessionId])

      // Another session, which a third replaces, and another note, which is deleted.
      const ofSession = (hash: string) => [crypto.randomUUID(), hash, userId, now, now, now, now, null, now]
      const [second, third] = [newHash(), newHash()]
      expect(await run('openSession', ofSession(second))).toHaveLength(1)
      expect(await run('replaceSession', [...ofSession(third), now, second, second, now])).toHaveLength(1)
      const id = newNoteId()
      await run('noteSpace', [userId, id])
      expect(await run('newNote', [id, userId, '', 'gone', 1, 4, now, now, userId])).toHaveLength(1)
      expect(ids(await run('deleteNote', [id, userId]))).toEqual([id])
    },
  }
}
