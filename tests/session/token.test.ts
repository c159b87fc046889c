import { CompactEncrypt, CompactSign, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSession, type SessionIssuer } from '@/lib/session/token'
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

function signedText(payload: string | Uint8Array): Promise<string> {
  return new CompactSign(Buffer.from(payload))
    .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
    .sign(key.privateKey)
}

const publicPem = () => Buffer.from(key.publicKey.export({ type: 'spki', format: 'pem' }))
const modulus = () => Buffer.from(String(key.publicJwk.n), 'base64url')
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function withHeader(header: Record<string, unknown>): Promise<string> {
  const [, payload, signature] = (await signed({})()).split('.')
  return [base64(header), payload, signature].join('.')
}

test('a fresh cookie is valid and tells who it is', async () => {
  expect(await checkSession(await signed({})(), signedIssuer())).toEqual({
    status: 'valid',
    session: {
      userId: 'user-1',
      name: null,
      email: 'ada@example.com',
      emailVerified: true,
      authenticatedAt: goodClaims.auth_time,
      signInProvider: null,
      secondFactor: null,
      passkey: null,
      ...{ signInAccount: null, securedBy: null },
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
const rs256 = { alg: 'RS256', kid: 'key-1' }

const signedCases: [name: string, cookie: Making, status: string][] = [
  ['that is fresh', signed({}), 'valid'],
  ['signed by another of the keys', () => signWith(versatile, goodClaims), 'valid'],
  ['whose subject has 128 characters', signed({ sub: 'u'.repeat(128) }), 'valid'],
  ['whose clock is two seconds ahead of ours', signed({ iat: nowSeconds + 2 }), 'valid'],
  ['whose clock is 50 seconds ahead of ours', signed({ iat: nowSeconds + 50 }), 'valid'],
  ['past its hour', signed({ exp: nowSeconds - 60 }), 'expired'],
  ['past its hour by more than clocks may differ', signed({ exp: nowSeconds - 20 }), 'expired'],
  ['whose exp is in 1970', signed({ exp: 0 }), 'expired'],
  ['of another issuer', signed({ iss: 'https://session.firebase.google.com/another' }), 'invalid'],
  ['of another issuer and expired', signed({ iss: 'https://evil.example', exp: nowSeconds - 60 }), 'invalid'],
  ['of another audience', signed({ aud: 'another' }), 'invalid'],
  ['without an issuer', signed({ iss: undefined }), 'invalid'],
  ['without an audience', signed({ aud: undefined }), 'invalid'],
  ['that is an ID token', signed({ iss: `https://securetoken.google.com/${projectId}` }), 'invalid'],
  ['that another key signed under the same key id', () => signWith(impostor, goodClaims), 'invalid'],
  ['with an unknown key id', () => signWith(key, goodClaims, { kid: 'key-9' }), 'invalid'],
  ['without a key id', () => signWith(key, goodClaims, { kid: undefined }), 'invalid'],
  ['whose key id is a number', () => signWith(key, goodClaims, { kid: 7 }), 'invalid'],
  ['with its own key', () => signWith(impostor, goodClaims, { jwk: impostor.publicJwk }), 'invalid'],
  ['with an unknown critical header', () => withHeader({ ...rs256, crit: ['x'], x: 1 }), 'invalid'],
  ['signed by nobody (alg none)', unsigned({}), 'invalid'],
  ['that says none and keeps the signature', () => withHeader({ alg: 'none', kid: 'key-1' }), 'invalid'],
  ['whose algorithm has another case', () => withHeader({ alg: 'rs256', kid: 'key-1' }), 'invalid'],
  ['without an algorithm', () => withHeader({ kid: 'key-1' }), 'invalid'],
  ['signed with PS256', () => signWith(versatile, goodClaims, { alg: 'PS256' }), 'invalid'],
  ['that says PS256', () => withHeader({ alg: 'PS256', kid: 'key-1' }), 'invalid'],
  ['signed with the public key as a shared secret (PEM)', signedWithSecret(publicPem), 'invalid'],
  ['signed with the modulus as a shared secret', signedWithSecret(modulus), 'invalid'],
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
  ['that is two dots', () => '..', 'invalid'],
  ['that is white space', () => ' ', 'invalid'],
  ['that is 100 000 letters', () => 'a'.repeat(100_000), 'invalid'],
  ['whose parts are not base64', () => 'ä.ö.ü', 'invalid'],
  ['whose header is not JSON', () => `${Buffer.from('{').toString('base64url')}.e30.AAAA`, 'invalid'],
  ['whose header is null', () => `${base64(null)}.e30.AAAA`, 'invalid'],
  ['whose header is a list', () => `${base64(['RS256'])}.e30.AAAA`, 'invalid'],
  ['whose payload is a list', () => signedText('[]'), 'invalid'],
  ['whose payload is not JSON', () => signedText('hello'), 'invalid'],
  ['whose payload is not UTF-8', () => signedText(Buffer.from([0xff, 0xfe])), 'invalid'],
  ['with a fourth part', async () => `${await signed({})()}.AAAA`, 'invalid'],
  ['with an empty fourth part', async () => `${await signed({})()}.`, 'invalid'],
  ['without its signature', async () => (await signed({})()).replace(/[^.]+$/, ''), 'invalid'],
  ['with its signature cut short', async () => (await signed({})()).slice(0, -20), 'invalid'],
  ['that is a token inside a token', async () => signWith(key, { token: await signed({})() }), 'invalid'],
  ['that is encrypted for us', encrypted, 'invalid'],
  ['that looks encrypted', () => `${base64({ alg: 'dir', enc: 'A256GCM' })}.A.A.A.A`, 'invalid'],
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

test('one changed character anywhere makes a cookie invalid', async () => {
  const cookie = await signed({})()
  const signature = cookie.lastIndexOf('.') + 1
  for (let at = 0; at < cookie.length - 1; at += 7) {
    const other = cookie[at] === 'A' ? 'B' : 'A'
    const spoiled = cookie.slice(0, at) + other + cookie.slice(at + 1)
    const { status } = await checkSession(spoiled, signedIssuer())
    expect(status, `character ${at} of ${cookie.length}, signature from ${signature}`).toBe('invalid')
  }
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

test('the keys are fetched once for many cookies', async () => {
  await checkSession(await signed({})(), signedIssuer())
  const before = server.requests()
  for (let count = 0; count < 3; count++) await checkSession(await signed({})(), signedIssuer())
  expect(server.requests()).toBe(before)
})
