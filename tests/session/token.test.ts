import { CompactEncrypt, CompactSign, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkSession,
  isJwt,
  parseBearerToken,
  readUnsignedIdToken,
  type SessionIssuer,
} from '@/lib/session/token'
import {
  createSigningKey,
  type KeyServer,
  keySet,
  type SigningKey,
  signWith,
  startKeyServer,
} from './key-server'

const projectId = 'foyer-test'
const nowSeconds = Math.floor(Date.now() / 1000)
const hour = 3600

const goodClaims: JWTPayload = {
  iss: `https://session.firebase.google.com/${projectId}`,
  aud: projectId,
  sub: 'user-1',
  auth_time: nowSeconds - 2 * hour,
  iat: nowSeconds - hour,
  exp: nowSeconds + hour,
  email: 'ada@example.com',
  email_verified: true,
}

let key: SigningKey
let impostor: SigningKey
/** Published without an algorithm, so only our own rule requires RS256. */
let versatile: SigningKey
let server: KeyServer

beforeAll(async () => {
  key = await createSigningKey('key-1')
  impostor = await createSigningKey('key-1')
  versatile = await createSigningKey('key-2')
  delete versatile.publicJwk.alg
  server = await startKeyServer(keySet(key, versatile))
})

afterAll(() => server.stop())

const signedIssuer = (): SessionIssuer => ({ projectId, keysUrl: server.url, emulated: false })

type Changes = Record<string, unknown>
const signed = (changes: Changes) => () => signWith(key, { ...goodClaims, ...changes })
const unsigned = (changes: Changes) => () => new UnsecuredJWT({ ...goodClaims, ...changes }).encode()

function signedWithSecret(secret: () => Buffer) {
  return () =>
    new SignJWT(goodClaims).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(new Uint8Array(secret()))
}

function signedText(payload: string): Promise<string> {
  return new CompactSign(Buffer.from(payload))
    .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
    .sign(key.privateKey)
}

const publicPem = () => Buffer.from(key.publicKey.export({ type: 'spki', format: 'pem' }))
const encoded = (text: string) => Buffer.from(text).toString('base64url')

test('a fresh cookie is valid and tells who it is', async () => {
  expect(await checkSession(await signed({})(), signedIssuer())).toEqual({
    status: 'valid',
    session: {
      providerUserId: 'user-1',
      name: null,
      email: 'ada@example.com',
      emailVerified: true,
      authenticatedAt: goodClaims.auth_time,
      signInProvider: null,
      secondFactor: null,
      credential: null,
      signInAccount: null,
      issuedAt: goodClaims.iat,
      expiresAt: goodClaims.exp,
    },
  })
})

test('a cookie without an email address is a session without one', async () => {
  const check = await checkSession(
    await signed({ email: undefined, email_verified: undefined })(),
    signedIssuer(),
  )
  expect(check).toMatchObject({ status: 'valid', session: { email: null, emailVerified: false } })
})

type Making = () => string | Promise<string>

const signedCases: [name: string, cookie: Making, status: string][] = [
  ['that is fresh', signed({}), 'valid'],
  ['signed by another of the keys', () => signWith(versatile, goodClaims), 'valid'],
  ['whose subject has 128 characters', signed({ sub: 'u'.repeat(128) }), 'valid'],
  ['whose clock is 170 seconds ahead of ours', signed({ iat: nowSeconds + 170 }), 'valid'],
  ['past its hour', signed({ exp: nowSeconds - 60 }), 'expired'],
  ['of another issuer', signed({ iss: 'https://session.firebase.google.com/another' }), 'invalid'],
  ['of another audience', signed({ aud: 'another' }), 'invalid'],
  ['without an issuer', signed({ iss: undefined }), 'invalid'],
  ['without an audience', signed({ aud: undefined }), 'invalid'],
  ['that is an ID token', signed({ iss: `https://securetoken.google.com/${projectId}` }), 'invalid'],
  ['that another key signed under the same key id', () => signWith(impostor, goodClaims), 'invalid'],
  ['with an unknown key id', () => signWith(key, goodClaims, { kid: 'key-9' }), 'invalid'],
  ['without a key id', () => signWith(key, goodClaims, { kid: undefined }), 'invalid'],
  ['whose key id is a number', () => signWith(key, goodClaims, { kid: 7 }), 'invalid'],
  ['signed by nobody (alg none)', unsigned({}), 'invalid'],
  ['signed with PS256', () => signWith(versatile, goodClaims, { alg: 'PS256' }), 'invalid'],
  ['signed with the public key as a shared secret (PEM)', signedWithSecret(publicPem), 'invalid'],
  ['without a subject', signed({ sub: undefined }), 'invalid'],
  ['with an empty subject', signed({ sub: '' }), 'invalid'],
  ['with a subject of 129 characters', signed({ sub: 'u'.repeat(129) }), 'invalid'],
  ['with a number for a subject', signed({ sub: 7 }), 'invalid'],
  ['issued in the future', signed({ iat: nowSeconds + 300 }), 'invalid'],
  ['not valid yet (nbf)', signed({ nbf: nowSeconds + 300 }), 'invalid'],
  ['without auth_time', signed({ auth_time: undefined }), 'invalid'],
  ['whose auth_time is a text', signed({ auth_time: 'yesterday' }), 'invalid'],
  ['without iat', signed({ iat: undefined }), 'invalid'],
  ['without exp', signed({ exp: undefined }), 'invalid'],
  ['whose exp is a text', signed({ exp: String(nowSeconds + hour) }), 'invalid'],
  ['that is one word', () => 'garbage', 'invalid'],
  ['whose header is not JSON', () => `${encoded('{')}.e30.AAAA`, 'invalid'],
  ['whose payload is a list', () => signedText('[]'), 'invalid'],
  ['that is encrypted for us', encrypted, 'invalid'],
]

function encrypted(): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(goodClaims)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'key-1' })
    .encrypt(key.publicKey)
}

test.each(signedCases)('a cookie %s is checked correctly', async (_name, cookie, status) => {
  expect((await checkSession(await cookie(), signedIssuer())).status).toBe(status)
})

test.each([undefined, ''])('no cookie (%j) is absent, which is not invalid', async (cookie) => {
  expect(await checkSession(cookie, signedIssuer())).toEqual({ status: 'absent' })
})

test.each([
  ['never answered', () => ({ status: 500, body: '{}' })],
  ['names two keys', () => keySet(key, impostor)],
])('a key server that %s leaves a cookie unknown, not invalid', async (_, answer) => {
  const away = await startKeyServer(answer())
  const check = await checkSession(await signed({})(), { ...signedIssuer(), keysUrl: away.url })
  await away.stop()
  expect(check).toEqual({ status: 'unknown' })
})

describe('with the emulator, which signs nothing', () => {
  const emulatedIssuer = { projectId, keysUrl: 'http://127.0.0.1:9/keys', emulated: true }
  const ofToken = { iss: `https://securetoken.google.com/${projectId}` }

  test.each<[name: string, changes: Changes, status: string]>([
    ['fresh', {}, 'valid'],
    ['past its hour', { exp: nowSeconds - 60 }, 'expired'],
    ['of another audience', { aud: 'another' }, 'invalid'],
    ['without a subject', { sub: undefined }, 'invalid'],
    ['without exp', { exp: undefined }, 'invalid'],
    ['issued in the future', { iat: nowSeconds + 300 }, 'invalid'],
  ])('a cookie and an ID token that are %s are told apart', async (_, changes, status) => {
    const [cookie, idToken] = [unsigned(changes)(), unsigned({ ...ofToken, ...changes })()]
    expect((await checkSession(cookie, emulatedIssuer)).status).toBe(status)
    expect(readUnsignedIdToken(idToken, projectId).status).toBe(status)
  })

  test('a token with a signature, of the other kind or none at all is invalid', async () => {
    for (const token of [await signed({})(), unsigned(ofToken)(), `${unsigned({})()}AAAA`, 'garbage'])
      expect((await checkSession(token, emulatedIssuer)).status).toBe('invalid')
    for (const token of [await signed(ofToken)(), unsigned({})(), 'garbage'])
      expect(readUnsignedIdToken(token, projectId).status).toBe('invalid')
  })
})

test('what only looks like a token is told apart, without an error', async () => {
  const claims = ['', 'null', '[]', '"x"', 'x'].map(
    (text) => `${encoded('{"alg":"RS256"}')}.${encoded(text)}.AAAA`,
  )
  const lookalikes = ['', 'a.b.c', '..', `${encoded('null')}.${encoded('{}')}.AAAA`, ...claims]
  expect(lookalikes.filter((token) => isJwt(token))).toEqual([])
  expect(isJwt(await signed({})())).toBe(true)
})

test('a header without a token has none', () => {
  const headers = [
    null,
    '',
    'Bearer',
    'Bearer ',
    'Basic dTpw',
    'Bearer a.b.c d',
    `Bearer ${'a'.repeat(9000)}`,
  ]
  expect(headers.map(parseBearerToken)).toEqual(headers.map(() => null))
  expect(parseBearerToken('bearer a.b.')).toBe('a.b.')
})
