/** Adding passkeys, without a provider: a challenge is used once, and a key that can't verify is refused. */
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
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
  const user = { id: await userHandleOf(userId) }
  const session = { userId, id: await createSession(userId), email: null }
  const creation = { options: { rp, challenge: Buffer.from(value).toString('base64url'), user } }
  return async (overrides: Overrides = {}) => {
    const asked = creation as unknown as Parameters<typeof register>[0]
    const result = await addPasskey({
      rp,
      session: session as unknown as LiveSession,
      purpose: 'registration',
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

const bytes = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'))
const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte)
const jwkOf = ({ publicKey }: { publicKey: { export(options: { format: 'jwk' }): JsonWebKey } }) =>
  publicKey.export({ format: 'jwk' })
const pointOf = ({ x, y }: JsonWebKey, algorithm = -7, curve = 1) =>
  coseOf([3, algorithm], [1, 2], [-1, curve], [-2, bytes(x)], [-3, bytes(y)])
const edwardsOf = (x: Uint8Array, algorithm = -8) => coseOf([3, algorithm], [1, 1], [-1, 6], [-2, x])
const rsaOf = (n: Uint8Array, e: Uint8Array) => coseOf([3, -257], [1, 3], [-1, n], [-2, e])
const coseOf = (...members: [number, number | Uint8Array][]) => new Map(members)

const p256 = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
const p384 = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }))
const ed25519 = bytes(jwkOf(generateKeyPairSync('ed25519')).x)
const e = bytes('AQAB')

test.each<[string, Map<number, number | Uint8Array>]>([
  ['ES256', pointOf(p256)],
  ['Ed25519', edwardsOf(ed25519)],
  ['RS256, 2,048 bits', rsaOf(filled(256, 0xff), e)],
  ['RS256, 4,096 bits', rsaOf(filled(512, 0xff), e)],
])('a key that can verify is added: %s', async (_, cose) => {
  expect(await (await challengeUser())({ cose })).toBe('added')
})

test.each<[string, Map<number, number | Uint8Array>, RegExp]>([
  ['a point off the curve', pointOf({ ...p256, y: p256.x ?? '' }), /JWK/],
  ['a point of zeros', pointOf({ x: 'AA', y: 'AA' }), /JWK/],
  ['a point without y', coseOf([3, -7], [1, 2], [-1, 1], [-2, bytes(p256.x)]), /without bytes/],
  ['another curve', pointOf(p384, -7, 2), /Key of type 2/],
  ['an Edwards key for ES256', edwardsOf(ed25519, -7), /Key of type 1 for algorithm -7/],
  ['a point for Ed25519', pointOf(p256, -8), /Key of type 2 for algorithm -8/],
  ['a short Edwards key', edwardsOf(filled(31, 9)), /JWK/],
  ['RSA of 1,024 bits', rsaOf(filled(128, 0xff), e), /RSA key of 1024 bits/],
  ['RSA of 4,104 bits', rsaOf(filled(513, 0xff), e), /RSA key of 4104 bits/],
  ['RSA of 20 KB', rsaOf(filled(20_000, 0xff), e), /RSA key of 160000 bits/],
  ['RSA without an exponent', rsaOf(filled(256, 0xff), filled(1, 0)), /exponent/],
])('a key that cannot verify is refused: %s', async (_, cose, reason) => {
  const answer = await challengeUser()
  expect(await answer({ cose })).toMatch(reason)
  expect(await answer()).toBe('added')
})
