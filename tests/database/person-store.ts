/** What the store promises for all rows of a user, on any database. */
import { describe, expect, test } from 'vitest'
import {
  countNoteRows,
  deleteUserRows,
  endSessionRow,
  listAllSessions,
  listPasskeyRows,
  listUserHandles,
} from '@/lib/server/database/database'
import { addPasskey, createNote, createSession, later, listIds, newUserId, now } from './store-fixtures'

async function newUser() {
  const userId = newUserId()
  for (const text of ['one', 'two']) await createNote(userId, text)
  const first = await createSession(userId)
  await addPasskey(userId, {}, first)
  return { userId, first, second: await createSession(userId, later(1)) }
}

const idsOf = async (userId: string) => (await listAllSessions(userId)).map(({ id }) => id)

export function describePersonStore(): void {
  describe('the rows of a user', () => {
    test('are deleted except for one session and the passkeys, then completely; other users keep theirs', async () => {
      const [{ userId, first, second }, other] = [await newUser(), await newUser()]
      await endSessionRow(first, userId, now)
      expect(await idsOf(userId)).toEqual([second, first])
      expect(await deleteUserRows(userId, second)).toBe(2)
      expect(await listIds(userId)).toEqual([])
      expect(await idsOf(userId)).toEqual([second])
      // While the account may exist, a passkey may be its only sign-in method.
      expect(await listPasskeyRows(userId)).toHaveLength(1)
      expect(await deleteUserRows(userId)).toBe(0)
      expect(await idsOf(userId)).toEqual([])
      expect([await listPasskeyRows(userId), await listUserHandles(userId)]).toEqual([[], []])
      expect(await countNoteRows(other.userId)).toBe(2)
      expect(await idsOf(other.userId)).toEqual([other.second, other.first])
    })
  })
}
