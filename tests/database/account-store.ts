/** The promises of the store of accounts and proofs, on any database. */

import { describe, expect, test } from 'vitest'
import {
  addressSeenAt,
  announceAddress,
  deleteFormerAddresses,
  findAccount,
  findAccountOf,
  findFormer,
  findLeaving,
  findProvedElsewhere,
  isAddressProved,
  isAnnouncedAddress,
  type KnownAccount,
  knowAccount,
  moveToAnnounced,
  noteAddress,
  proveAnnounced,
  recordProofNow,
  setProvedAddress,
  withdrawAnnouncement,
} from '@/lib/server/database/accounts'
import { type ProviderUserId, tokenHashOf, type UserId, valueHashOf } from '@/lib/server/database/ids'
import { insertSession } from '@/lib/server/database/new-session'
import {
  endAttempt,
  finishReplacement,
  listInterrupted,
  startReplacement,
} from '@/lib/server/database/replacements'
import { isUsed } from '@/lib/server/database/signing-keys'
import type { RunQuery } from './setup'
import { createAccount, createSession, later, newUserId, now } from './store-fixtures'

const email = 'ada@example.com'
const session = () => ({
  ...{ tokenHash: tokenHashOf(crypto.randomUUID()), expiresAt: later(600), userAgent: null, now },
})
const newMailbox = () => `ada-${crypto.randomUUID()}@example.com`
const newProviderId = () => newUserId() as ProviderUserId

/** The row of an account that is known, and belongs to who is here. */
async function known(userId: string, more: object = {}): Promise<KnownAccount> {
  const providerUserId = userId as ProviderUserId
  const row = await knowAccount({ providerUserId, createdAt: now, email, emailVerified: true, ...more })
  if (row === 'recreated') throw new Error(row)
  return row
}

/** An account that has proved this address. */
async function proved(address: string): Promise<KnownAccount> {
  const { userId } = await known(newUserId(), { email: address })
  await recordProofNow(userId, { address, used: null, isFirst: true })
  return reread(userId)
}

async function reread(userId: UserId): Promise<KnownAccount> {
  const row = await findAccount(userId)
  if (!row) throw new Error('gone')
  return row
}

const replacement = (address: string, merged: KnownAccount | null = null) => ({
  ...{ address, merged, successorId: newProviderId(), googleId: null },
})

/** Starts a replacement that nobody else is at. */
async function started(userId: UserId, address: string, merged: KnownAccount | null = null) {
  const start = await startReplacement(await reread(userId), replacement(address, merged))
  if (!start) throw new Error('another request is at it')
  return start
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
      const again = { providerUserId: userId as ProviderUserId, createdAt: later(0.001), email }
      expect(await knowAccount({ ...again, emailVerified: true })).toBe('recreated')
    })

    test('a user who is deleted while the account is added leaves nothing', async () => {
      const seen = { providerUserId: newProviderId(), createdAt: now, email, emailVerified: true }
      expect(await knowAccount(seen, async () => false)).toBe('recreated')
      expect(await findAccountOf(seen.providerUserId)).toBeNull()
      const { userId } = await known(seen.providerUserId)
      expect(await knowAccount(seen, async () => false), 'known before').toMatchObject({ userId })
    })

    test('a proof is of one address, and proves once', async () => {
      const { userId } = await known(newUserId())
      const used = { hash: valueHashOf(crypto.randomUUID()), expiresAt: later(60) }
      const proof = { address: email, used, isFirst: true }
      expect(await Promise.all([recordProofNow(userId, proof), recordProofNow(userId, proof)])).toEqual(
        expect.arrayContaining([true, false]),
      )
      const row = await reread(userId)
      expect(isAddressProved(row, email)).toBe(true)
      for (const other of ['eve@example.com', null]) expect(isAddressProved(row, other)).toBe(false)
      expect(isAddressProved(await known(newUserId(), { email: null }), null), 'no address').toBe(true)
      const { userId: other } = await known(newUserId())
      expect(await recordProofNow(other, proof), 'used for another account').toBe(false)
      expect(await recordProofNow(other, { ...proof, isFirst: false }), 'beside a proved one').toBe(true)
      expect((await reread(other)).address).toBeNull()
    })

    test('an address moves once it was announced and the mail to it was pressed, in this order', async () => {
      const [from, to] = [newMailbox(), newMailbox()]
      const { userId } = await proved(from)
      const moved = async () => (await moveToAnnounced(await reread(userId)))?.address
      await proveAnnounced(from, to)
      const by = { userId, id: await createSession(userId) }
      await announceAddress(by, to)
      expect(await moved(), 'pressed before').toBe(from)
      await proveAnnounced(from, newMailbox())
      await proveAnnounced(newMailbox(), to)
      expect(await moved(), 'another change').toBe(from)
      await proveAnnounced(from, to)
      expect(await moved()).toBe(to)
      expect(await reread(userId)).toMatchObject({ nextAddress: null, nextProvedAt: null })
      const { userId: without } = await known(newUserId(), { email: null })
      await announceAddress({ userId: without, id: by.id }, from)
      await proveAnnounced(null, from)
      expect((await moveToAnnounced(await reread(without)))?.address, 'a first address').toBe(from)
    })

    test('an announcement that the address goes needs no mail, and counts for an hour', async () => {
      const from = newMailbox()
      const { userId } = await proved(from)
      const by = { userId, id: await createSession(userId) }
      await announceAddress(by, null)
      expect(isAnnouncedAddress(await reread(userId), null)).toBe(true)
      for (const email of [from, newMailbox()])
        expect(isAnnouncedAddress(await reread(userId), email)).toBe(false)
      await askDirectly(`update accounts set next_at = now() - interval '2 hours' where uid = '${userId}'`)
      expect((await moveToAnnounced(await reread(userId)))?.address, 'two hours later').toBe(from)
      await announceAddress(by, null)
      expect((await moveToAnnounced(await reread(userId)))?.address).toBeNull()
      expect((await findFormer(from))?.userId).toBe(userId)
    })

    test('an announcement ends after a week, and with the sessions of others', async () => {
      const [from, to] = [newMailbox(), newMailbox()]
      const { userId } = await proved(from)
      const [here, elsewhere] = [await createSession(userId), await createSession(userId)]
      const announced = async () => (await reread(userId)).nextAddress
      await announceAddress({ userId, id: here }, to)
      await withdrawAnnouncement(userId, { except: here })
      expect(await announced()).toBe(to)
      await withdrawAnnouncement(userId, { of: elsewhere })
      expect(await announced()).toBe(to)
      await withdrawAnnouncement(userId, { except: elsewhere })
      expect(await announced()).toBeNull()
      await announceAddress({ userId, id: here }, to)
      await withdrawAnnouncement(userId)
      expect(await announced()).toBeNull()
      await announceAddress({ userId, id: here }, to)
      await askDirectly(`update accounts set next_at = now() - interval '8 days' where uid = '${userId}'`)
      await proveAnnounced(from, to)
      expect((await reread(userId)).nextProvedAt).toBeNull()
      await announceAddress({ userId, id: here }, to)
      await proveAnnounced(from, to)
      await askDirectly(`update accounts set next_at = now() - interval '8 days' where uid = '${userId}'`)
      expect((await moveToAnnounced(await reread(userId)))?.address, 'pressed, but not used').toBe(from)
    })

    test('a former address takes an account back for a week, through further changes', async () => {
      const addresses = [newMailbox(), newMailbox(), newMailbox()]
      const [first = '', second = '', third = ''] = addresses
      const { userId } = await proved(first)
      const by = { userId, id: await createSession(userId) }
      for (const [from, to] of [
        [first, second],
        [second, third],
      ] as const) {
        await announceAddress(by, to)
        await proveAnnounced(from, to)
        await moveToAnnounced(await reread(userId))
      }
      for (const address of [first, second]) expect((await findFormer(address))?.userId).toBe(userId)
      expect(await findFormer(third)).toBeNull()
      const age = (days: number) =>
        askDirectly(
          `update former_addresses set changed_at = now() - interval '${days} days' where address = '${first}'`,
        )
      await age(6)
      await deleteFormerAddresses()
      expect((await findFormer(first))?.userId).toBe(userId)
      await age(8)
      expect(await findFormer(first)).toBeNull()
    })

    test('an address that an operator sets takes the account from its former ones', async () => {
      const [first, second, set] = [newMailbox(), newMailbox(), newMailbox()]
      const { userId } = await proved(first)
      await announceAddress({ userId, id: await createSession(userId) }, second)
      await proveAnnounced(first, second)
      await moveToAnnounced(await reread(userId))
      expect((await findFormer(first))?.userId).toBe(userId)
      await setProvedAddress(userId, set)
      expect((await reread(userId)).address).toBe(set)
      expect(await findFormer(first)).toBeNull()
    })

    test('a new user ends what former addresses could take back', async () => {
      const [first, second] = [newMailbox(), newMailbox()]
      const { userId } = await proved(first)
      await announceAddress({ userId, id: await createSession(userId) }, second)
      await proveAnnounced(first, second)
      await moveToAnnounced(await reread(userId))
      const { row } = await started(userId, second)
      expect((await findFormer(first))?.userId).toBe(userId)
      expect(await finishReplacement(row, { createdAt: now, used: null })).toBe(true)
      expect(await findFormer(first)).toBeNull()
    })

    test('what an address has lost unannounced is looked for until thirty days after it was noticed', async () => {
      const address = newMailbox()
      const { userId } = await proved(address)
      expect((await findProvedElsewhere(address, null))?.userId).toBe(userId)
      expect(await findProvedElsewhere(address, userId)).toBeNull()
      for (const [days, isFound] of [
        [29, true],
        [31, false],
      ] as const) {
        await noteAddress(userId, { movedAt: new Date(Date.now() - days * 86_400_000) })
        expect((await findProvedElsewhere(address, null)) !== null, `${days} days`).toBe(isFound)
      }
    })

    test('the address was last seen by the latest sign-in or renewal, else at its proof', async () => {
      const account = await proved(newMailbox())
      expect(await addressSeenAt(account)).toEqual(account.provedAt)
      await createSession(account.userId, later(5))
      await createSession(account.userId, later(3))
      expect(await addressSeenAt(account)).toEqual(later(5))
    })

    test('one request replaces a user at a time; after thirty seconds the next goes on with its successor', async () => {
      const address = newMailbox()
      const { userId } = await known(newUserId())
      const { row } = await started(userId, address)
      expect(await startReplacement(await reread(userId), replacement(address))).toBeNull()
      expect((await findLeaving(address))?.userId).toBe(userId)
      const isListed = async () => (await listInterrupted()).some((due) => due.userId === userId)
      expect(await isListed()).toBe(false)
      await askDirectly(
        `update accounts set leaving_at = now() - interval '31 seconds' where uid = '${userId}'`,
      )
      expect(await isListed()).toBe(true)
      const next = await started(userId, address)
      expect(next.row.successorId).toBe(row.successorId)
      await endAttempt(row, 'canceled')
      expect((await reread(userId)).leavingAt, 'not by the first').not.toBeNull()
      expect(await finishReplacement(next.row, { createdAt: later(1), used: null })).toBe(true)
      expect(await finishReplacement(row, { createdAt: later(1), used: null }), 'the first, late').toBe(true)
      const other = { ...row, successorId: newProviderId() }
      expect(await finishReplacement(other, { createdAt: later(1), used: null })).toBe(false)
      expect(await reread(userId)).toMatchObject({
        ...{ providerUserId: row.successorId, createdAt: later(1), address },
        ...{ leavingAt: null, leavingAddress: null, successorId: null },
      })
    })

    test('a replacement starts only if all is as it was found, also what would come along', async () => {
      const address = newMailbox()
      const [found, other] = [await known(newUserId()), await proved(newMailbox())]
      await finishReplacement((await started(found.userId, address)).row, { createdAt: now, used: null })
      expect(await startReplacement(found, replacement(address)), 'it has another user').toBeNull()
      expect(await startReplacement(other, replacement(address, found))).toBeNull()
      for (const { userId } of [found, other]) expect((await reread(userId)).leavingAt).toBeNull()
    })

    test('of two claims of an address without an account one adds it, and it is gone if canceled', async () => {
      const address = newMailbox()
      const starts = await Promise.all([1, 2].map(() => startReplacement(null, replacement(address))))
      const [start, ...others] = starts.filter((one) => one !== null)
      expect(others).toEqual([])
      if (start) await endAttempt(start.row, 'canceled')
      expect(await findAccount(start?.row.userId ?? '')).toBeNull()
    })

    test('a claim without an account waits if the address has been proved in the last two minutes', async () => {
      const address = newMailbox()
      const { userId } = await proved(address)
      expect(await startReplacement(null, replacement(address))).toBeNull()
      await askDirectly(
        `update accounts set proved_at = now() - interval '3 minutes' where uid = '${userId}'`,
      )
      expect(await startReplacement(null, replacement(address))).not.toBeNull()
    })

    test('an attempt that is paused goes on immediately; a canceled one has changed nothing', async () => {
      const { userId, providerUserId } = await known(newUserId())
      await endAttempt((await started(userId, email)).row, 'paused')
      const { row } = await started(userId, email)
      await endAttempt(row, 'canceled')
      expect(await reread(userId)).toMatchObject({ providerUserId, leavingAt: null, successorId: null })
    })

    test('sessions end with the start, and none opens until the end, nor by the former user', async () => {
      const account = await createAccount(newUserId(), email)
      await insertSession({ ...account, ...session() })
      const { row } = await started(account.userId, email)
      const live = await askDirectly(
        `select count(*)::int as row from sessions where uid = '${account.userId}' and revoked_at is null`,
      )
      expect(live).toEqual([0])
      expect(await insertSession({ ...account, ...session() })).toEqual({ status: 'refused' })
      await finishReplacement(row, { createdAt: now, used: null })
      expect(await insertSession({ ...account, ...session() })).toEqual({ status: 'refused' })
      const providerUserId = row.successorId as ProviderUserId
      const opened = await insertSession({ ...account, providerUserId, ...session() })
      expect(opened).toMatchObject({ status: 'inserted' })
    })

    test('another account at the address goes along, with its rows, and is gone then', async () => {
      const address = newMailbox()
      const [receiver, other] = [await proved(address), await known(newUserId())]
      const session = await createSession(other.userId)
      const { row } = await started(receiver.userId, address, other)
      expect((await findLeaving(address))?.userId, 'the receiver').toBe(receiver.userId)
      expect((await reread(other.userId)).mergesInto).toBe(receiver.userId)
      await finishReplacement(row, { createdAt: now, used: null })
      expect(await findAccount(other.userId)).toBeNull()
      expect(await askDirectly(`select id as row from sessions where id = '${session}'`)).toEqual([])
    })

    test('a user with the ID of an account that has another user gets an account of their own', async () => {
      const { userId, providerUserId } = await known(newUserId())
      const { row } = await started(userId, email)
      await finishReplacement(row, { createdAt: now, used: null })
      expect((await findAccountOf(row.successorId as ProviderUserId))?.userId).toBe(userId)
      const back = await known(providerUserId, { createdAt: later(9) })
      expect(back.userId).not.toBe(userId)
      expect(back.address).toBeNull()
    })

    test('a first proof is used up with the session that it opens, or not at all', async () => {
      const account = await createAccount(newUserId(), email)
      const used = { hash: valueHashOf(crypto.randomUUID()), expiresAt: later(60) }
      const proof = { address: email, used, isFirst: true }
      const taken = session()
      await insertSession({ ...account, ...taken })
      const conflict = await insertSession({ ...account, ...taken, proved: proof })
      expect([conflict, await isUsed(used.hash)]).toEqual([{ status: 'conflict' }, false])
      const opened = await insertSession({ ...account, ...session(), proved: proof })
      expect([opened.status, await isUsed(used.hash)]).toEqual(['inserted', true])
      const other = await createAccount(newUserId(), email)
      expect(await insertSession({ ...other, ...session(), proved: proof })).toEqual({ status: 'refused' })
      expect(await findAccount(other.userId)).toMatchObject({ address: null })
    })

    test('an account that is not known gets no session', async () => {
      const account = await createAccount(newUserId())
      for (const other of [{ userId: newUserId() }, { providerUserId: newProviderId() }])
        expect(await insertSession({ ...account, ...other, ...session() })).toEqual({ status: 'refused' })
    })
  })
}
