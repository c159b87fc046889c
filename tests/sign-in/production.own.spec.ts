import { expect, test } from '@playwright/test'
import { UnsecuredJWT } from 'jose'
import { createSigner } from '../support/google/certificates'
import { type Google, startGoogle } from '../support/google/google'
import { signIdToken } from '../support/google/tokens'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { type Site, startSite } from '../support/site'

let google: Google
let site: Site

test.beforeAll(async () => {
  test.setTimeout(180_000)
  google = await startGoogle()
  site = await startSite({ env: google.environment })
})

test.afterAll(async () => {
  await site.stop()
  await google.stop()
})

test.afterEach(() => {
  expect(google.strayRequests(), 'the site only sends requests the stand-in knows').toEqual([])
})

let accounts = 0

/** The email address of a new account. */
function newAccount(): string {
  accounts += 1
  return google.accounts.add(`visitor-${accounts}@example.com`, 'correct horse').email
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The cookie's attributes are in `session/endpoint`. */
test('a sign-in creates a session, until signing out', async () => {
  const { idToken } = await google.signIn(newAccount(), 'correct horse')
  const created = await postToken(site, idToken)
  expect(created.status).toBe(204)
  const { value } = sessionCookieOf(created)
  const page = await getNotesPage(site, value)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Your notes</h1>')])

  const headers = { cookie: `__session=${value}` }
  const ended = await fetch(`${site.url}/api/session`, { method: 'DELETE', headers })
  expect(ended.status).toBe(204)
  expect((await getNotesPage(site, value)).status).not.toBe(200)
})

test('on a host that is not this machine the cookie is Secure', async ({ request }) => {
  const { idToken } = await google.signIn(newAccount(), 'correct horse')
  const headers = { authorization: `Bearer ${idToken}`, host: 'foyer.example' }
  const response = await request.post(`${site.url}/api/session`, { headers })
  expect(response.status()).toBe(204)
  expect(response.headers()['set-cookie']).toMatch(/^__session=[^;]+;.*; Secure(;|$)/)
})

const idTokenClaims = (email: string) => ({
  iss: `https://securetoken.google.com/${google.projectId}`,
  aud: google.projectId,
  sub: google.accounts.byEmail(email)?.id ?? '',
  auth_time: nowSeconds(),
  iat: nowSeconds(),
  exp: nowSeconds() + 3600,
})

/** Tokens that must never open a session, each of an account that could. Forged cookies are in `session/attacks`. */
const refusedTokens: [name: string, token: (email: string) => string | Promise<string>][] = [
  ['unsigned as the emulator makes it', (email) => new UnsecuredJWT(idTokenClaims(email)).encode()],
  ['signed by another key of the same name', forgedToken],
  ['past its hour', (email) => google.idToken(email, { exp: nowSeconds() - 60 })],
  ['of another project', (email) => google.idToken(email, { aud: 'another-project' })],
  ['of another issuer', (email) => google.idToken(email, { iss: 'https://securetoken.google.com/another' })],
  ['of a sign-in an hour ago', (email) => google.idToken(email, { auth_time: nowSeconds() - 3600 })],
  ['that is a session cookie', (email) => google.sessionCookie(email)],
  [
    'of a disabled user',
    (email) => afterwards(email, () => google.accounts.change(email, { disabled: true })),
  ],
  ['of a deleted user', (email) => afterwards(email, () => google.accounts.remove(email))],
  [
    'that was revoked',
    (email) => afterwards(email, () => google.accounts.revokeTokens(email, nowSeconds() + 5)),
  ],
]

async function forgedToken(email: string): Promise<string> {
  const account = google.accounts.byEmail(email)
  if (!account) throw new Error('no account')
  const genuine = await google.idToken(email)
  const { kid } = JSON.parse(Buffer.from(genuine.split('.')[0] ?? '', 'base64url').toString())
  const signer = { ...(await createSigner('impostor')), keyId: kid }
  return signIdToken({ signer, projectId: google.projectId }, account, nowSeconds())
}

/** A valid token whose account changes afterwards. */
async function afterwards(email: string, change: () => void): Promise<string> {
  const token = await google.idToken(email)
  change()
  return token
}

for (const [name, token] of refusedTokens) {
  test(`an ID token ${name} opens no session`, async () => {
    const response = await postToken(site, await token(newAccount()))
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ code: expect.any(String) })
    expect(response.headers.has('set-cookie')).toBe(false)
  })
}
