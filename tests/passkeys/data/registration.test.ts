/** Adding passkeys, without a provider: a challenge is used once. */
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '@/lib/server/database/connection'
import { userHandleOf } from '@/lib/server/passkeys/database/passkeys'
import { addPasskey } from '@/lib/server/passkeys/registration'
import type { LiveSession } from '@/lib/server/session/current'
import { signValue } from '@/lib/server/session/signed-values'
import { setUpEmbedded } from '../../database/setup'
import { createSession, newUserId } from '../../database/store-fixtures'
import { type Overrides, register } from '../authenticator'

setUpEmbedded()
beforeAll(async () => void (await openDatabase()))

type Registration = Parameters<typeof addPasskey>[0]

const rp = { id: 'localhost', origin: 'http://localhost' }

/** Challenges a user once; each call of the returned function answers with a new key. */
async function challengeUser() {
  const userId = newUserId()
  const value = await signValue('challenge', { purpose: 'registration', userId }, 60)
  const session = { userId, id: await createSession(userId), email: null }
  const user = { id: await userHandleOf(session) }
  const creation = { options: { rp, challenge: Buffer.from(value).toString('base64url'), user } }
  return async (overrides: Overrides = {}) => {
    const asked = creation as unknown as Parameters<typeof register>[0]
    const result = await addPasskey({
      rp,
      session: session as unknown as LiveSession,
      credential: register(asked, rp.origin, overrides).credential as Registration['credential'],
      facts: { requestId: 'test', clientAddress: '198.18.0.1' } as Registration['facts'],
    })
    return result.status === 'ok' ? 'added' : (result.reason ?? result.code)
  }
}

test('a challenge adds one passkey, even with concurrent answers, and a wrong answer costs nothing', async () => {
  const answer = await challengeUser()
  expect(await answer({ isVerified: false })).toBe('passkey-not-verified')
  const answers = await Promise.all(Array.from({ length: 6 }, () => answer()))
  expect(answers.toSorted()).toEqual(['added', ...Array(5).fill('used challenge')])
})
