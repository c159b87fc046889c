/** What the store promises of a whole person, whichever database is behind it. */
import { describe, expect, test } from 'vitest'
import { countNoteRows, deleteUserRows, endSessionRow, listAllSessions } from '@/lib/server/database/database'
import { createNote, createSession, later, listIds, newUserId, now } from './store-fixtures'

async function newCustomer() {
  const userId = newUserId()
  for (const text of ['one', 'two']) await createNote(userId, text)
  return { userId, first: await createSession(userId), second: await createSession(userId, later(1)) }
}

const idsOf = async (userId: string) => (await listAllSessions(userId)).map(({ id }) => id)

export function describePersonStore(): void {
  describe('a person', () => {
    test('has notes that are counted, and sessions that are listed when they have ended, too', async () => {
      const { userId, first, second } = await newCustomer()
      await endSessionRow(first, userId, now)
      expect(await countNoteRows(userId)).toBe(2)
      expect(await idsOf(userId)).toEqual([second, first])
      expect(await countNoteRows('nobody')).toBe(0)
    })

    test('is deleted but for one session, and then as a whole; nobody else is touched', async () => {
      const [{ userId, first, second }, other] = [await newCustomer(), await newCustomer()]
      await endSessionRow(first, userId, now)
      expect(await deleteUserRows(userId, second)).toBe(2)
      expect(await listIds(userId)).toEqual([])
      expect(await idsOf(userId)).toEqual([second])
      expect(await deleteUserRows(userId)).toBe(0)
      expect(await idsOf(userId)).toEqual([])
      expect(await countNoteRows(other.userId)).toBe(2)
      expect(await idsOf(other.userId)).toEqual([other.second, other.first])
    })
  })
}
