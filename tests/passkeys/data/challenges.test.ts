/** Challenges are signed values: the database has their key, and their hash once they are used. */
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { challengeLifetimeSeconds, type PasskeyPurpose } from '@/lib/passkeys/passkeys'
import { openDatabase } from '@/lib/server/database/connection'
import { signInOptions } from '@/lib/server/passkeys/ceremony'
import { exchangePasskey } from '@/lib/server/passkeys/token'
import { signValue } from '@/lib/server/session/signed-values'
import { setUpEmbedded } from '../../database/setup'

setUpEmbedded()
beforeAll(async () => void (await openDatabase()))

const rp = { id: 'localhost', origin: 'http://localhost' }
const facts = { requestId: 'test', clientAddress: '198.18.0.1' } as Parameters<
  typeof exchangePasskey
>[0]['facts']
const base64url = (text: string) => Buffer.from(text).toString('base64url')
const signed = (purpose: PasskeyPurpose, userId: string | null = null) =>
  signValue('challenge', { purpose, userId }, challengeLifetimeSeconds)

/** Why an answer by an unknown passkey is refused. Its challenge is checked first. */
async function reasonFor(
  challenge: string,
  purpose: PasskeyPurpose = 'sign-in',
  userId: string | null = null,
) {
  const clientDataJSON = base64url(JSON.stringify({ type: 'webauthn.get', challenge, origin: rp.origin }))
  const response = { clientDataJSON, authenticatorData: 'AA', signature: 'AA' }
  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const, response }
  const refusal = await exchangePasskey({ purpose, userId, rp, credential, facts })
  return refusal.status === 'refused' ? refusal.reason : refusal.status
}

const good = 'unknown passkey'
const unknown = 'expired or unknown challenge'

async function optionsOfSignIn() {
  const result = await signInOptions(rp)
  if (result.status === 'refused') throw new Error(result.code)
  return result.answer.options
}

test('options for a sign-in differ only in the challenge, and require user verification', async () => {
  const [first, second] = [await optionsOfSignIn(), await optionsOfSignIn()]
  expect(first.challenge).not.toBe(second.challenge)
  expect({ ...first, challenge: '' }).toEqual({ ...second, challenge: '' })
  expect(first).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
})

test('a challenge is for one purpose and one person', async () => {
  const { challenge: forSignIn } = await optionsOfSignIn()
  const forStepUp = base64url(await signed('step-up', 'ada'))
  expect(await reasonFor(forSignIn)).toBe(good)
  expect(await reasonFor(forStepUp, 'step-up', 'ada')).toBe(good)
  expect(await reasonFor(forStepUp)).toBe('other purpose')
  expect(await reasonFor(forSignIn, 'step-up', 'ada')).toBe('other purpose')
  expect(await reasonFor(forStepUp, 'step-up', 'bob')).toBe('other person')
})

test('a challenge lasts five minutes', async () => {
  const challenge = base64url(await signed('sign-in'))
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + (challengeLifetimeSeconds - 2) * 1000)
  expect(await reasonFor(challenge)).toBe(good)
  vi.setSystemTime(Date.now() + 2_000)
  expect(await reasonFor(challenge)).toBe(unknown)
})

test('nothing else is a challenge: changed, of another kind, or written differently', async () => {
  const value = await signed('sign-in')
  const [generation, content = '', mac = ''] = value.split('.')
  const claimed = base64url(Buffer.from(content, 'base64url').toString().replace('null', '"ada"'))
  const proof = await signValue('address-proof', { purpose: 'sign-in', userId: null }, 60)
  for (const other of ['', `${generation}.${claimed}.${mac}`, `0${value}`, `${value} `, proof])
    expect(await reasonFor(base64url(other)), other).toBe(unknown)
  for (const written of [`${base64url(value)}=`, ` ${base64url(value)}`, value])
    expect(await reasonFor(written), written).toBe(unknown)
})
