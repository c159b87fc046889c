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

export type OldInstance = {
  visit(userId: string): Promise<Visitor>
  goRound(visitor: Visitor): Promise<void>
}

const day = 86_400_000
const sessionColumns = 12
const noteColumns = 8

/** One connection for all visitors. */
export function createOldInstance(client: Client): OldInstance {
  const ask = async (name: keyof typeof lastRelease, values: unknown[]) =>
    (await client.query(lastRelease[name], values)).rows
  const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id)

  async function visit(userId: string): Promise<Visitor> {
    const now = new Date()
    const [sessionId, tokenHash] = [crypto.randomUUID(), tokenHashOf(crypto.randomUUID())]
    const [noteId, shareId, text] = [newNoteId(), newShareId(), 'words of round zero']
    const later = new Date(now.getTime() + day)
    await ask('openSession', [sessionId, tokenHash, userId, now, now, now, later, 'Browser/1', now])
    await ask('newNote', [noteId, userId, 'title', text, 1, text.length, now, now, userId])
    await ask('newShare', [shareId, noteId, userId, now, null])
    return { userId, sessionId, tokenHash, noteId, shareId, version: 1, text, rounds: 0 }
  }

  async function goRound(visitor: Visitor): Promise<void> {
    const { userId } = visitor
    const now = new Date()
    await renew(visitor, now)
    await ask('countEvent', [`note-write:${userId}`, 1, now.getTime() + day, now.getTime()])
    await save(visitor, now)
    await readOwn(visitor, now)
    expect(await ask('sharedNote', [visitor.shareId, now])).toMatchObject([{ text: visitor.text }])
    await ask('countOpening', [visitor.shareId, visitor.sessionId])
    await comeAndGo(userId, now)
    visitor.rounds += 1
  }

  async function renew(visitor: Visitor, now: Date): Promise<void> {
    const { tokenHash: old, sessionId } = visitor
    const [found = {}, ...more] = await ask('findSession', [old, old, now, old, 1])
    expect([found.id, more]).toEqual([sessionId, []])
    expect(Object.keys(found)).toHaveLength(sessionColumns)
    const [hash, later] = [tokenHashOf(crypto.randomUUID()), new Date(now.getTime() + day)]
    expect(ids(await ask('renewSession', [hash, old, null, now, now, later, now, old]))).toEqual([sessionId])
    visitor.tokenHash = hash
    await ask('confirmRenewal', [now, sessionId, hash])
    expect(ids(await ask('listSessions', [visitor.userId, now]))).toContain(sessionId)
  }

  async function save(visitor: Visitor, now: Date): Promise<void> {
    const { userId, noteId, version, rounds } = visitor
    const text = `words of round${rounds}`
    const size = [text.length, now, userId]
    const saved = await ask('saveNote', ['title', text, version + 1, ...size, noteId, userId, version])
    expect(saved).toMatchObject([{ id: noteId, text, version: version + 1 }])
    expect(Object.keys(saved[0] ?? {})).toHaveLength(noteColumns)
    Object.assign(visitor, { text, version: version + 1 })
  }

  async function readOwn({ userId, noteId, version, rounds }: Visitor, now: Date): Promise<void> {
    const [first] = await ask('firstNotes', [userId, now, userId, 280, 280, now, userId, 50])
    expect(first).toMatchObject({ id: noteId, version, is_shared: true })
    const words = `round${rounds}`
    await client.query('begin')
    await ask('prepareSearch', [])
    const found = await ask('search', [280, 280, now, userId, userId, words, userId, words, 50, 50])
    await client.query('commit')
    expect(ids(found)).toEqual([noteId])
  }

  /** Creates another session, which a third replaces, and another note, which is deleted. */
  async function comeAndGo(userId: string, now: Date): Promise<void> {
    const [first, second] = [tokenHashOf(crypto.randomUUID()), tokenHashOf(crypto.randomUUID())]
    const ofSession = (hash: string) => [crypto.randomUUID(), hash, userId, now, now, now, now, null, now]
    expect(await ask('openSession', ofSession(first))).toHaveLength(1)
    expect(await ask('replaceSession', [...ofSession(second), now, first, first, now])).toHaveLength(1)
    const id = newNoteId()
    await ask('noteSpace', [userId, id])
    expect(await ask('newNote', [id, userId, '', 'gone', 1, 4, now, now, userId])).toHaveLength(1)
    expect(ids(await ask('deleteNote', [id, userId]))).toEqual([id])
  }

  return { visit, goRound }
}
