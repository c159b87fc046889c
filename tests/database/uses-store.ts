/** The promises of the store of signed values and of what operators did, on any database. */
import { describe, expect, test, vi } from 'vitest'
import { valueHashOf } from '@/lib/server/database/ids'
import { logUses, startUse, updateUse } from '@/lib/server/database/operator-uses'
import { currentSigningKeys, deleteExpiredUses, isUsed, recordUse } from '@/lib/server/database/signing-keys'
import type { RunQuery } from './setup'
import { later, newUserId, now } from './store-fixtures'

export function describeUses(askDirectly: RunQuery): void {
  describe('uses by operators', () => {
    const use = { operator: 'ada', kind: 'show', reason: 'asked by eve@example.com' }

    /** What several instances log of a user at the same moment. */
    async function logged(userId: string, at: Date) {
      const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await Promise.all([logUses(at), logUses(at), logUses(at)])
      const lines = write.mock.calls.map(([line]) => String(line)).filter((line) => line.includes(userId))
      write.mockRestore()
      return lines.map((line) => JSON.parse(line))
    }

    test('a use is logged once, when it has ended', async () => {
      const userId = newUserId()
      const id = await startUse(use, now)
      await updateUse(id, { userId })
      expect(await logged(userId, later(59))).toEqual([])
      await updateUse(id, { code: 'done' })
      const line = { event: 'operator.acted', userId, code: 'done', operator: 'ada', kind: 'show' }
      expect(await logged(userId, later(59))).toMatchObject([
        { ...line, reason: 'asked by [mail]', at: now.toJSON() },
      ])
      expect(await logged(userId, later(120))).toEqual([])
    })

    test('a use that never ended is logged after a minute', async () => {
      const userId = newUserId()
      await updateUse(await startUse(use, now), { userId })
      expect(await logged(userId, later(61))).toMatchObject([{ userId, code: null }])
    })
  })

  describe('signed values', () => {
    test('keys sign for a week and verify for another; concurrent instances create one', async () => {
      const raced = await Promise.all(Array.from({ length: 5 }, () => currentSigningKeys(later(0))))
      const [first] = raced[0] ?? []
      for (const keys of raced) expect(keys).toEqual([first])
      expect(await currentSigningKeys(later(6 * 86_400))).toEqual([first])
      const [second, ...rest] = await currentSigningKeys(later(8 * 86_400))
      expect(rest).toEqual([first])
      expect(second?.secret).not.toBe(first?.secret)
      const third = await currentSigningKeys(later(16 * 86_400))
      expect(third.map(({ generation }) => generation)).toEqual([3, 2])
    })

    test('a value is used once, even by concurrent uses, and forgotten when it expires', async () => {
      const hash = valueHashOf(crypto.randomUUID())
      const uses = await Promise.all(Array.from({ length: 5 }, () => recordUse(hash, later(60))))
      expect(uses.filter(Boolean)).toHaveLength(1)
      await deleteExpiredUses(() => false, later(59))
      expect(await isUsed(hash)).toBe(true)
      await askDirectly(`insert into used_values select n, '2000-01-01' from generate_series(1, 1001) as n`)
      await deleteExpiredUses(() => false, later(61))
      expect(await isUsed(hash)).toBe(false)
      expect(await askDirectly('select hash as row from used_values where expires_at < now()')).toEqual([])
    })
  })
}
