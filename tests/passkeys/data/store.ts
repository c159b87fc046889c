/** The promises of the store of passkeys and of used values, on any database. */

import { describe, expect, test } from 'vitest'
import { maxPasskeys, type PasskeyId } from '@/lib/passkeys/passkeys'
import { findAccount, recordProofNow } from '@/lib/server/database/accounts'
import { queryDatabase } from '@/lib/server/database/connection'
import { type ProviderUserId, tokenHashOf } from '@/lib/server/database/ids'
import { insertSession } from '@/lib/server/database/new-session'
import { finishReplacement, startReplacement } from '@/lib/server/database/replacements'
import { endSessionRows } from '@/lib/server/database/sessions'
import {
  deletePasskeyRow,
  deletePasskeyRows,
  findPasskey,
  insertPasskey,
  isOtherUsersPasskey,
  listPasskeyRows,
  listUserHandles,
  recordPasskeyUse,
  renamePasskeyRow,
  userHandleOf,
} from '@/lib/server/passkeys/database/passkeys'
import type { CredentialId } from '@/lib/session/token'
import { newUuid, parseUuid } from '@/lib/uuid'
import { authorOf, createAccount, createSession, later, newUserId, now } from '../../database/store-fixtures'
import { addPasskey } from './fixtures'

const session = () => ({
  ...{ tokenHash: tokenHashOf(crypto.randomUUID()), expiresAt: later(600), userAgent: null, now },
})
const nobody = '00000000-0000-0000-0000-000000000000' as PasskeyId
const handleOf = async (userId: string) => userHandleOf(await authorOf(userId))
const idsOf = async (userId: string) => (await listPasskeyRows(userId)).map(({ id }) => id)
const used = (counter: number, isBackupEligible = false) => ({
  ...{ counter, isBackupEligible },
  ...{ isBackedUp: false, now: later(9) },
})

export { addRows, fill, kept, prepareWrites } from './fixtures'

export function describeStore(): void {
  describe('passkeys', () => {
    test('a session by passkey needs the passkey to be the account’s still', async () => {
      const [account, other] = [await createAccount(newUserId()), await createAccount(newUserId())]
      const credential: CredentialId = parseUuid((await addPasskey(account.userId)).id) ?? newUuid()
      expect(await insertSession({ ...account, credential, ...session() })).toMatchObject({
        status: 'inserted',
      })
      expect(await insertSession({ ...other, credential, ...session() })).toEqual({ status: 'refused' })
      const gone = { credential: newUuid<'CredentialId'>() }
      expect(await insertSession({ ...account, ...gone, ...session() })).toEqual({ status: 'refused' })
    })

    test('a user has one handle for all passkeys, even with concurrent requests', async () => {
      const userId = newUserId()
      const handles = await Promise.all(Array.from({ length: 8 }, () => handleOf(userId)))
      expect(new Set(handles).size).toBe(1)
      expect(handles[0]).toMatch(/^[\w-]{43}$/)
      expect(await handleOf(newUserId())).not.toBe(handles[0])
    })

    test('a passkey is found by its credential, as it was written, with its owner’s handle', async () => {
      const userId = newUserId()
      const row = await addPasskey(userId, { counter: 2 ** 32 - 1 })
      expect(await findPasskey(row.credentialId)).toEqual({ ...row, handle: await handleOf(userId) })
      expect(await findPasskey('unknown')).toBeNull()
    })

    test('a credential belongs to one user', async () => {
      const [first, second] = [newUserId(), newUserId()]
      const row = await addPasskey(first)
      await handleOf(second)
      for (const userId of [first, second]) {
        const again = { ...row, id: crypto.randomUUID() as PasskeyId, userId }
        const author = { ...(await authorOf(userId)), email: null }
        expect(await insertPasskey(again, author)).toBe('passkey-exists')
      }
      expect(await findPasskey(row.credentialId)).toMatchObject({ id: row.id, userId: first })
    })

    test('a user has at most `maxPasskeys`, even with concurrent requests', async () => {
      const userId = newUserId()
      const all = Array.from({ length: maxPasskeys + 4 }, (_, n) =>
        addPasskey(userId, { createdAt: later(n) }),
      )
      const added = await Promise.allSettled(all)
      expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxPasskeys)
      expect(await idsOf(userId)).toHaveLength(maxPasskeys)
    })

    test('passkeys are listed to their owner, last added first, and renamed by the owner only', async () => {
      const [userId, other] = [newUserId(), newUserId()]
      const [first, second] = [await addPasskey(userId), await addPasskey(userId, { createdAt: later(1) })]
      expect(await idsOf(userId)).toEqual([second.id, first.id])
      expect(await renamePasskeyRow(first.id, await authorOf(other), 'Mine')).toBeNull()
      expect(await renamePasskeyRow(nobody, await authorOf(userId), 'Mine')).toBeNull()
      expect(await renamePasskeyRow(first.id, await authorOf(userId), 'Laptop')).toEqual({
        ...first,
        name: 'Laptop',
      })
      expect([
        await isOtherUsersPasskey(first.id, other),
        await isOtherUsersPasskey(first.id, userId),
      ]).toEqual([true, false])
      expect(await idsOf(other)).toEqual([])
    })

    test('the last passkey stays if it is the only sign-in method, even with concurrent removals', async () => {
      const [userId, other] = [newUserId(), newUserId()]
      const needed = { rpId: 'localhost', hasOtherMethod: false }
      const remove = async (id: PasskeyId = nobody, more = {}, by = userId) => {
        const removed = await deletePasskeyRow(await authorOf(by), { ...needed, id, ...more })
        return typeof removed === 'string' ? removed : removed.id
      }
      const rows = [await addPasskey(userId), await addPasskey(userId)]
      const elsewhere = await addPasskey(userId, { rpId: 'old.example' })
      await addPasskey(other)
      expect(await remove(rows[0]?.id, {}, other)).toBe('absent')
      const removed = await Promise.all(rows.map(({ id }) => remove(id)))
      expect(removed.filter((outcome) => outcome === 'last')).toHaveLength(1)
      // Of another RP ID: it can't sign in here.
      expect(await remove(elsewhere.id)).toBe(elsewhere.id)
      const [last] = await idsOf(userId)
      expect(await remove(last)).toBe('last')
      expect(await remove(last, { hasOtherMethod: true })).toBe(last)
      expect(await remove(last)).toBe('absent')
    })

    test('the counter of a passkey that stays in its device must rise, or stay at 0', async () => {
      const { id, credentialId } = await addPasskey(newUserId(), { isBackupEligible: false })
      const counterOf = async () => (await findPasskey(credentialId))?.counter
      for (const counter of [0, 0, 5]) expect(await recordPasskeyUse(id, used(counter))).toBe(true)
      for (const counter of [5, 4, 0]) expect(await recordPasskeyUse(id, used(counter))).toBe(false)
      expect(await counterOf()).toBe(5)
      const raced = await Promise.all(Array.from({ length: 5 }, () => recordPasskeyUse(id, used(6))))
      expect(raced.filter(Boolean)).toHaveLength(1)
      expect(await findPasskey(credentialId)).toMatchObject({ isBackedUp: false, lastUsedAt: later(9) })
    })

    test('the counter of a synced passkey may go back, if it was synced before and still says so', async () => {
      const counterOf = async (credentialId: string) => (await findPasskey(credentialId))?.counter
      const moved = await addPasskey(newUserId(), { counter: 7 })
      for (const counter of [0, 0, 3, 3, 2]) {
        expect(await recordPasskeyUse(moved.id, used(counter, true))).toBe(true)
        expect(await counterOf(moved.credentialId)).toBe(counter)
      }
      expect(await recordPasskeyUse(moved.id, used(1, false))).toBe(false)
      // A copy of a device's key claims to be synced: first with a lower counter, then with a higher one.
      const kept = await addPasskey(newUserId(), { counter: 7, isBackupEligible: false })
      expect(await recordPasskeyUse(kept.id, used(6, true))).toBe(false)
      expect(await recordPasskeyUse(kept.id, used(99, true))).toBe(true)
      expect(await recordPasskeyUse(kept.id, used(8, false))).toBe(false)
      expect(await counterOf(kept.credentialId)).toBe(99)
    })

    test('all passkeys are deleted with the handle', async () => {
      const userId = newUserId()
      const [row] = [await addPasskey(userId), await addPasskey(userId)]
      const before = await handleOf(userId)
      await queryDatabase((queries) => deletePasskeyRows(queries, userId))
      expect([await findPasskey(row.credentialId), await listUserHandles(userId)]).toEqual([null, []])
      expect(await handleOf(userId)).not.toBe(before)
    })

    test('one is added only to a proved address, by a live session, and not while it changes hands', async () => {
      const userId = newUserId()
      const row = await addPasskey(userId)
      const sessionId = await createSession(userId)
      const add = (email: string | null, by = sessionId) =>
        insertPasskey(
          { ...row, id: crypto.randomUUID() as PasskeyId, credentialId: crypto.randomUUID() },
          { id: by, userId, email },
        )
      expect(await add('ada@example.com')).toBe('address-not-proved')
      const proof = { address: 'ada@example.com', used: null, isFirst: true }
      await recordProofNow(userId, proof)
      expect(await add('ada@example.com')).toBe('inserted')
      await expect(add('ada@example.com', await createSession(newUserId()))).rejects.toThrow('has ended')
      const successorId = newUserId() as ProviderUserId
      const replacement = { address: proof.address, successorId, googleId: null, merged: null }
      const started = await startReplacement(await findAccount(userId), replacement)
      expect(await idsOf(userId), 'those of others').toEqual([])
      for (const email of ['ada@example.com', null]) expect(await add(email)).toBe('address-not-proved')
      if (started) await finishReplacement(started.row, { createdAt: now, used: null })
      await endSessionRows({ userId }, later(1))
      await expect(add('ada@example.com')).rejects.toThrow('has ended')
    })
  })
}
