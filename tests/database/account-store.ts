/** The promises of the store of accounts, proofs and signed values, on any database. */

import { describe, expect, test, vi } from 'vitest'
import {
  allowNextAddress,
  findAccount,
  finishSecuring,
  isAddressProved,
  knowAccount,
  recordProof,
  startSecuring,
} from '@/lib/server/database/accounts'
import { tokenHashOf, valueHashOf } from '@/lib/server/database/ids'
import { logUses, startUse, updateUse } from '@/lib/server/database/operator-uses'
import { countOtherSessions, insertSession } from '@/lib/server/database/sessions'
import { currentSigningKeys, deleteExpiredUses, isUsed, recordUse } from '@/lib/server/database/signing-keys'
import type { RunQuery } from './setup'
import { createAccount, createSession, later, newUserId, now } from './store-fixtures'

const email = 'ada@example.com'
const seen = (more: object = {}) => ({ createdAt: now, email, emailVerified: true, ...more })
const session = () => ({
  ...{ tokenHash: tokenHashOf(crypto.randomUUID()), expiresAt: later(600), userAgent: null, now },
})

/** The row of an account that is known, and belongs to who is here. */
async function known(userId: string, more: object = {}) {
  const row = await knowAccount(userId, seen(more))
  if (row === 'recreated') throw new Error(row)
  return row
}

async function secured(userId: string, securedAt: Date) {
  await startSecuring(userId, now)
  await finishSecuring(userId, {
    startedAt: now,
    address: email,
    securedAt,
    securedBy: null,
    tokensUntil: null,
  })
}

export function describeAccountStore(askDirectly: RunQuery): void {
  describe('accounts', () => {
    test('an account from before the table counts as proved if the provider has verified its address', async () => {
      const before = { createdAt: new Date('2020-01-01') }
      expect(await known(newUserId(), before)).toMatchObject({ address: email })
      expect(await known(newUserId(), { ...before, emailVerified: false })).toMatchObject({ address: null })
      expect(await known(newUserId())).toMatchObject({ address: null, provedAt: null })
      const unverified = newUserId()
      await askDirectly(`insert into unverified_accounts (uid) values ('${unverified}')`)
      expect(await known(unverified, before)).toMatchObject({ address: null })
    })

    test('an account created at any other millisecond belongs to somebody else', async () => {
      const userId = newUserId()
      await known(userId)
      expect(await knowAccount(userId, seen({ createdAt: later(0.001) }))).toBe('recreated')
    })

    test('a proof is of one address: another one deletes it, and having it back needs a new proof', async () => {
      const userId = newUserId()
      await known(userId)
      await recordProof(userId, email)
      expect(isAddressProved(await known(userId), email)).toBe(true)
      expect(isAddressProved(await known(userId, { email: 'eve@example.com' }), 'eve@example.com')).toBe(
        false,
      )
      expect(isAddressProved(await known(userId), email)).toBe(false)
      expect(isAddressProved(await known(userId, { email: null }), null), 'without an address').toBe(true)
    })

    test('a proof moves to the next address that it was allowed, also from no address, and to no other', async () => {
      const [proved, without] = [newUserId(), newUserId()]
      await known(proved)
      await recordProof(proved, email)
      await known(without, { email: null })
      for (const userId of [proved, without]) {
        await allowNextAddress(userId, 'new@example.com')
        expect((await known(userId, { email: 'new@example.com' })).address).toBe('new@example.com')
      }
      await allowNextAddress(proved, 'other@example.com')
      expect((await known(proved, { email: 'third@example.com' })).address).toBeNull()
      expect((await known(proved, { email: 'other@example.com' })).address).toBeNull()
    })

    test('one request secures an account at a time; after thirty seconds the next starts over', async () => {
      const userId = newUserId()
      await known(userId)
      expect(await startSecuring(userId, now)).toMatchObject({ userId })
      expect(await startSecuring(userId, later(29))).toBeNull()
      expect(await startSecuring(userId, later(31))).toMatchObject({ userId })
      const proof = { address: email, securedAt: now, securedBy: null, tokensUntil: null }
      expect(await finishSecuring(userId, { startedAt: now, ...proof })).toBe(false)
      expect(await findAccount(userId)).toMatchObject({ address: null })
      expect(await finishSecuring(userId, { startedAt: later(31), ...proof })).toBe(true)
      expect(await findAccount(userId)).toMatchObject({ address: email, securingAt: null, securedAt: now })
    })

    test('while it is secured, and by sign-ins from before that, an account gets no session', async () => {
      const account = await createAccount(newUserId(), email)
      await startSecuring(account.userId, now)
      expect(await insertSession({ ...account, ...session() })).toEqual({ status: 'refused' })
      await secured(account.userId, later(1))
      expect(await insertSession({ ...account, ...session() })).toEqual({ status: 'refused' })
      const again = { ...account, authenticatedAt: later(1) }
      expect(await insertSession({ ...again, ...session() })).toMatchObject({ status: 'inserted' })
    })

    test('an account that is not known, or was created at another time, gets no session', async () => {
      const account = await createAccount(newUserId())
      for (const other of [{ userId: newUserId() }, { accountCreatedAt: later(0.001) }])
        expect(await insertSession({ ...account, ...other, ...session() })).toEqual({ status: 'refused' })
    })

    test('other live sessions are counted', async () => {
      const userId = newUserId()
      const id = await createSession(userId)
      await createSession(userId)
      expect([await countOtherSessions(userId, id), await countOtherSessions(userId, null)]).toEqual([1, 2])
    })
  })

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
