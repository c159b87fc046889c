/** What the store promises of a whole person, whichever database is behind it. */
import { describe, expect, test } from 'vitest'
import { countNoteRows, deletePerson, endSessionRow, listAllSessions } from '@/lib/server/database/database'
import { later, listIds, newPerson, now, open, write } from './written'

async function newCustomer() {
  const userId = newPerson()
  for (const text of ['one', 'two']) await write(userId, text)
  return { userId, first: await open(userId), second: await open(userId, later(1)) }
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
      expect(await deletePerson(userId, second)).toBe(2)
      expect(await listIds(userId)).toEqual([])
      expect(await idsOf(userId)).toEqual([second])
      expect(await deletePerson(userId)).toBe(0)
      expect(await idsOf(userId)).toEqual([])
      expect(await countNoteRows(other.userId)).toBe(2)
      expect(await idsOf(other.userId)).toEqual([other.second, other.first])
    })
  })
}
