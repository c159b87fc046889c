/** The same users at an instance of this build, after one of the last release. */
import { expect } from 'vitest'
import {
  awaitsNewCookie,
  countOpening,
  findNoteRow,
  findSession,
  findSharedNote,
  parseSessionId,
  storeNote,
} from '@/lib/server/database/database'
import type { Visitor } from './old-instance'
import { listIds } from './store-fixtures'

/** Everything that the old instance acknowledged exists and is found by a search, and a save is the next version. */
export async function continueAtNewInstance(visitor: Visitor): Promise<void> {
  const { userId, noteId, text, version, rounds } = visitor
  const session = await findSession(visitor.tokenHash)
  if (!session) throw new Error('the session is lost')
  expect(session).toMatchObject({ id: visitor.sessionId, userId, revokedAt: null })
  expect(awaitsNewCookie(session)).toBe(false)
  expect(await findNoteRow(noteId, userId)).toMatchObject({ title: 'title', text, version })
  expect(await listIds(userId)).toEqual([noteId])
  expect(await listIds(userId, { terms: [`round${rounds - 1}`] })).toEqual([noteId])
  expect(await findSharedNote(visitor.shareId, new Date())).toMatchObject({ text })
  const sessionId = parseSessionId(visitor.sessionId)
  if (sessionId) await countOpening(visitor.shareId, sessionId)

  const next = `${text}, and a word of this build`
  const saved = await storeNote({
    id: noteId,
    userId,
    title: 'title',
    text: next,
    base: version,
    now: new Date(),
  })
  expect(saved).toMatchObject({ text: next, version: version + 1 })
  Object.assign(visitor, { text: next, version: version + 1 })
}
