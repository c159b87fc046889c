/** Invalid tokens, sent to a site that checks Google's signatures. */
import { expect, test } from '@playwright/test'
import { UnsecuredJWT } from 'jose'
import { renewalHeader } from '@/lib/session/address-proof'
import { createSigner } from '../support/google/certificates'
import { type Google, startGoogle } from '../support/google/google'
import { nowSeconds, signIdToken } from '../support/google/tokens'
import { postToken, sessionCookieOf } from '../support/requests'
import { type Site, startSite } from '../support/site'

const email = 'ada@example.com'

let google: Google
let site: Site

test.beforeAll(async () => {
  test.setTimeout(180_000)
  google = await startGoogle()
  site = await startSite({ env: { ...google.environment, TRUSTED_PROXIES: '1' } })
  google.accounts.add(email, 'correct horse', { validSinceSeconds: 0 })
})

test.afterAll(async () => {
  expect(google.strayRequests(), 'the site only sends requests the stand-in knows').toEqual([])
  await site.stop()
  await google.stop()
})

test.afterEach(() => {
  expect(google.strayRequests(), 'the site only sends requests the stand-in knows').toEqual([])
})

/** Each test comes from an address of its own. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const withCookie = (cookie: string) => ({ cookie: `__session=${cookie}` })
const encoded = (text: string) => Buffer.from(text).toString('base64url')
const signedWords = (header: object, payload: string) =>
  `${encoded(JSON.stringify(header))}.${encoded(payload)}.AAAA`

async function spoiled(changes: object): Promise<string> {
  return google.idToken(email, { ...changes })
}

async function signedBy(change: (keyId: string) => string): Promise<string> {
  const known = JSON.parse(Buffer.from((await spoiled({})).split('.')[0] ?? '', 'base64url').toString()).kid
  const signer = { ...(await createSigner('impostor')), keyId: change(known) }
  const account = google.accounts.named(email)
  return signIdToken({ signer, projectId: google.projectId }, account, nowSeconds())
}

const header = { alg: 'RS256', kid: 'x', typ: 'JWT' }
const cookieIssuer = () => `https://session.firebase.google.com/${google.projectId}`

const invalid: [what: string, make: () => string | Promise<string>][] = [
  ['three words', () => 'a.b.c'],
  ['a header and no claims', () => signedWords(header, 'none')],
  ['claims that are null', () => signedWords(header, 'null')],
  ['more than any token has', () => signedWords(header, `"${'x'.repeat(9000)}"`)],
  ['an unsigned token', () => new UnsecuredJWT({ aud: google.projectId, sub: 'ada' }).encode()],
  ['a token of another project', () => spoiled({ aud: 'another-project' })],
  ['a token of another issuer', () => spoiled({ iss: cookieIssuer() })],
  ['a session cookie', () => google.sessionCookie(email)],
  ['an expired token', () => spoiled({ iat: nowSeconds() - 7200, exp: nowSeconds() - 3600 })],
  ['a token of a sign-in an hour ago', () => spoiled({ auth_time: nowSeconds() - 3600 })],
  ['a session cookie', () => google.sessionCookie(email)],
  ['a token signed by a key of the same name', () => signedBy((keyId) => keyId)],
  ['a token signed by an unknown key', () => signedBy(() => 'unknown-key')],
]

/** The statuses of this many posts. */
async function postOften(times: number, token: string, headers: Record<string, string>): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < times) statuses.push((await postToken(site, token, headers)).status)
  return statuses
}
const sixtyThen429 = [...Array(60).fill(401), ...Array(10).fill(429)]

test('invalid tokens of every kind are refused without the provider and without an error in the log', async () => {
  expect((await postToken(site, await spoiled({}), from('192.0.2.1'))).status).toBe(204)
  const asked = () => [google.requests('adminLookup'), google.requests('tokenCertificates')]
  const before = asked()
  const logged = site.records().length
  for (const [what, make] of invalid) {
    const answer = await postToken(site, await make(), from('192.0.2.1'))
    expect([what, answer.status]).toEqual([what, 401])
    expect(await answer.json()).toEqual({ code: expect.any(String) })
    expect(answer.headers.has('set-cookie')).toBe(false)
  }
  expect(asked()).toEqual(before)
  expect(
    site
      .records()
      .slice(logged)
      .filter(({ level }) => level === 'error'),
  ).toEqual([])
})

const changes: Record<string, (email: string) => unknown> = {
  'that is disabled': (email) => google.accounts.change(email, { disabled: true }),
  'that is deleted': (email) => google.accounts.remove(email),
  'whose tokens were revoked': (email) =>
    google.accounts.change(email, { validSinceSeconds: nowSeconds() + 5 }),
}

for (const [what, change] of Object.entries(changes))
  test(`a valid token of an account ${what} opens no session`, async () => {
    const account = google.accounts.add(`${what.replaceAll(' ', '-')}@example.com`, 'correct horse')
    const token = await google.idToken(account.email)
    change(account.email)
    const answer = await postToken(site, token, from('192.0.2.6'))
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([401, false])
  })

test('a token of a sign-in an hour ago opens no session', async () => {
  const answer = await postToken(site, await spoiled({ auth_time: nowSeconds() - 3600 }), from('192.0.2.6'))
  expect([answer.status, await answer.json()]).toEqual([401, { code: 'sign-in-too-old' }])
})

test('any number of invalid tokens from an address locks out nobody else there', async () => {
  const live = sessionCookieOf(await postToken(site, await spoiled({}), from('192.0.2.2'))).value
  const invalidToken = await signedBy((keyId) => keyId)
  expect(await postOften(70, invalidToken, from('192.0.2.2'))).toEqual(sixtyThen429)
  const limited = await postToken(site, 'a.b.c', from('192.0.2.2'))
  expect(await limited.json()).toEqual({ code: 'rate-limited' })
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  const limitedLines = () =>
    site.records().filter((line) => line.event === 'session.limited' && line.clientAddress === '192.0.2.2')
  await expect.poll(limitedLines).not.toEqual([])

  const here = from('192.0.2.2')
  const signIn = await postToken(site, await spoiled({}), here)
  expect(signIn.status).toBe(204)
  const newer = await spoiled({ auth_time: nowSeconds() + 1 })
  const renewal = await postToken(site, newer, { ...here, ...withCookie(live), [renewalHeader]: '1' })
  expect(renewal.status).toBe(204)
  const renewed = sessionCookieOf(renewal).value
  expect((await postToken(site, newer, { ...here, ...withCookie(renewed) })).status).toBe(204)
  const ownInvalid = await postToken(site, invalidToken, { ...here, ...withCookie(renewed) })
  expect(ownInvalid.status).toBe(401)
})

test('a header without a token counts, too', async () => {
  const statuses = new Set<number>()
  for (let sent = 0; sent < 61; sent++) {
    const headers = { ...from('192.0.2.3'), authorization: 'Bearer garbage' }
    statuses.add((await fetch(`${site.url}/api/session`, { method: 'POST', headers })).status)
  }
  expect([...statuses]).toEqual([400, 429])
  expect((await postToken(site, await spoiled({}), from('192.0.2.3'))).status).toBe(204)
})

test('the provider is called forty times for a user whose tokens it refuses, and others sign in', async () => {
  google.accounts.add('disabled@example.com', 'correct horse', { disabled: true })
  const stolen = await google.idToken('disabled@example.com')
  const before = google.requests('adminLookup')
  expect(await postOften(45, stolen, from('192.0.2.4'))).toEqual([
    ...Array(40).fill(401),
    ...Array(5).fill(429),
  ])
  expect(google.requests('adminLookup') - before).toBe(40)
  expect((await postToken(site, await spoiled({}), from('192.0.2.4'))).status).toBe(204)
})

test('a token that leaves a live session as it is causes no call to the provider, however often it comes', async () => {
  const token = await spoiled({})
  const cookie = sessionCookieOf(await postToken(site, token, from('192.0.2.5'))).value
  const before = google.requests('adminLookup')
  const headers = { ...from('192.0.2.5'), ...withCookie(cookie) }
  expect(new Set(await postOften(70, token, headers))).toEqual(new Set([204]))
  expect(google.requests('adminLookup')).toBe(before)
})
