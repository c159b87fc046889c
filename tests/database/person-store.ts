/** What the store promises of a whole person, whichever database is behind it. */
import { describe, expect, test } from 'vitest'
import { newNoteId } from '@/lib/notes'
import {
  countNoteRows,
  deletePerson,
  endSession,
  insertSession,
  listAllSessions,
  listNoteRows,
  type SessionRow,
  storeNote,
  tokenHashOf,
} from '@/lib/server/database/database'

const now = new Date('2031-05-06T07:08:09.123Z')

async function open(userId: string, secondsLater: number): Promise<SessionRow['id']> {
  const at = new Date(now.getTime() + secondsLater * 1000)
  const opened = await insertSession({
    tokenHash: tokenHashOf(crypto.randomUUID()),
    userId,
    expiresAt: new Date(at.getTime() + 60_000),
    userAgent: null,
    now: at,
  })
  if (opened.status !== 'inserted') throw new Error('the cookie is taken')
  return opened.id
}

async function newPerson() {
  const userId = `person-${crypto.randomUUID()}`
  for (const text of ['one', 'two']) await storeNote({ id: newNoteId(), userId, text, now })
  return { userId, first: await open(userId, 0), second: await open(userId, 1) }
}

const idsOf = async (userId: string) => (await listAllSessions(userId)).map(({ id }) => id)

export function describePersonStore(): void {
  describe('a person', () => {
    test('has notes that are counted, and sessions that are listed when they have ended, too', async () => {
      const { userId, first, second } = await newPerson()
      await endSession(first, userId, now)
      expect(await countNoteRows(userId)).toBe(2)
      expect(await idsOf(userId)).toEqual([second, first])
      expect(await countNoteRows('nobody')).toBe(0)
    })

    test('is deleted but for one session, and then as a whole; nobody else is touched', async () => {
      const [{ userId, first, second }, other] = [await newPerson(), await newPerson()]
      await endSession(first, userId, now)
      expect(await deletePerson(userId, second)).toBe(2)
      expect(await listNoteRows(userId)).toEqual([])
      expect(await idsOf(userId)).toEqual([second])
      expect(await deletePerson(userId)).toBe(0)
      expect(await idsOf(userId)).toEqual([])
      expect(await countNoteRows(other.userId)).toBe(2)
      expect(await idsOf(other.userId)).toEqual([other.second, other.first])
    })
  })
}
