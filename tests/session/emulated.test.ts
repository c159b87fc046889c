import { UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { checkSession, isJwt, readUnsignedIdToken, type SessionIssuer } from '@/lib/session/token'
import { createSigningKey, signWith } from './key-server'

const projectId = 'demo-foyer'
const issuer: SessionIssuer = { projectId, keysUrl: 'http://127.0.0.1:9/keys', emulated: true }
const nowSeconds = Math.floor(Date.now() / 1000)

const goodClaims = {
  iss: `https://session.firebase.google.com/${projectId}`,
  aud: projectId,
  sub: 'user-1',
  auth_time: nowSeconds - 7200,
  iat: nowSeconds - 3600,
  exp: nowSeconds + 3600,
}

type Making = () => string | Promise<string>

const unsigned = (changes: Record<string, unknown>) => () =>
  new UnsecuredJWT({ ...goodClaims, ...changes }).encode()
const signed = async () => signWith(await createSigningKey('key-1'), goodClaims)

const emulatedCases: [name: string, cookie: Making, status: string][] = [
  ['that is unsigned', unsigned({}), 'valid'],
  ['that is unsigned and past its hour', unsigned({ exp: nowSeconds - 60 }), 'expired'],
  ['that is signed', signed, 'invalid'],
  ['of another issuer', unsigned({ iss: `https://securetoken.google.com/${projectId}` }), 'invalid'],
  ['of another audience', unsigned({ aud: 'another' }), 'invalid'],
  ['without a subject', unsigned({ sub: undefined }), 'invalid'],
  ['without exp', unsigned({ exp: undefined }), 'invalid'],
  ['issued in the future', unsigned({ iat: nowSeconds + 300 }), 'invalid'],
  ['that says none and has a signature', async () => `${unsigned({})()}AAAA`, 'invalid'],
  ['that is one word', () => 'garbage', 'invalid'],
]

test.each(emulatedCases)(
  'with the emulator a cookie %s is checked correctly',
  async (_name, cookie, status) => {
    expect((await checkSession(await cookie(), issuer)).status).toBe(status)
  },
)

const idToken = (changes: Record<string, unknown>) =>
  unsigned({ iss: `https://securetoken.google.com/${projectId}`, ...changes })

const idTokenCases: [name: string, token: Making, status: string][] = [
  ['that is unsigned', idToken({}), 'valid'],
  ['that is past its hour', idToken({ exp: nowSeconds - 60 }), 'expired'],
  ['that is signed', signed, 'invalid'],
  ['of another issuer', unsigned({}), 'invalid'],
  ['of another audience', idToken({ aud: 'another' }), 'invalid'],
  ['without a subject', idToken({ sub: undefined }), 'invalid'],
  ['without exp', idToken({ exp: undefined }), 'invalid'],
  ['that is one word', () => 'garbage', 'invalid'],
]

test.each(idTokenCases)('an ID token of the emulator %s is checked offline', async (_name, token, status) => {
  expect(readUnsignedIdToken(await token(), projectId).status).toBe(status)
})

test('what only looks like a token is told apart, without an error', async () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64url')
  const claims = ['', 'null', '[]', '"x"', 'x'].map(
    (text) => `${encoded('{"alg":"RS256"}')}.${encoded(text)}.AAAA`,
  )
  const lookalikes = ['', 'a.b.c', '..', `${encoded('null')}.${encoded('{}')}.AAAA`, ...claims]
  expect(lookalikes.filter((token) => isJwt(token))).toEqual([])
  expect(isJwt(await signed())).toBe(true)
})
