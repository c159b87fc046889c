import { expect, test } from '@playwright/test'
import type { EndpointName } from '../support/google/endpoints'
import { type Google, startGoogle } from '../support/google/google'
import type { Fault } from '../support/google/server'
import { nowSeconds } from '../support/google/tokens'
import { getAccountPage, inTime, postToken, sessionCookieOf } from '../support/requests'
import { type Site, startSite } from '../support/site'

const email = 'ada@example.com'
const password = 'correct horse'

let google: Google
const sites: Site[] = []

/** Each test has a site of its own, so they may run side by side. */
test.describe.configure({ mode: 'parallel' })

test.beforeEach(async () => {
  test.setTimeout(180_000)
  google = await startGoogle()
  google.accounts.add(email, password)
})

test.afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.stop()))
  await google.stop()
})

async function openSite(): Promise<Site> {
  const site = await startSite({ env: google.environment })
  sites.push(site)
  return site
}

/** A site on which somebody is signed in: it has met Google, and knows its keys. */
async function openSiteWithSession(): Promise<{ site: Site; cookie: string }> {
  const site = await openSite()
  const { idToken } = await google.signIn(email, password)
  const cookie = sessionCookieOf(await postToken(site, idToken)).value
  expect((await getAccountPage(site, cookie)).status).toBe(200)
  return { site, cookie }
}

async function expectUnavailable(answer: Promise<Response>): Promise<Response> {
  const response = await inTime(answer)
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(response.headers.has('set-cookie')).toBe(false)
  return response
}

async function expectSignedIn(site: Site, cookie: string): Promise<void> {
  const page = await inTime(getAccountPage(site, cookie))
  expect(page.status).toBe(200)
  expect(page.headers.has('set-cookie')).toBe(false)
  expect(await page.text()).toContain(email)
}

/** Of a sign-in after that of any cookie here, so that a live session needs a new cookie for it. */
const newerToken = () => google.idToken(email, { auth_time: nowSeconds() + 1 })

type NamedFault = [name: string, fault: Fault]
const clear: NamedFault = ['answers 500', { status: 500 }]
const silent: NamedFault = ['never answers', 'silent']
const slow: NamedFault = ['is slow (ten seconds)', { afterMs: 10_000 }]
/** The Admin SDK tries again by itself after the last two. */
const faults = [
  clear,
  slow,
  silent,
  ['answers 503', { status: 503 }],
  ['breaks connections off', 'reset'],
] as const

for (const [name, fault] of faults) {
  test(`a provider that ${name} makes signing in unavailable within 5 s, and signs nobody out`, async () => {
    const { site, cookie } = await openSiteWithSession()
    const { idToken } = await google.signIn(email, password)
    for (const endpoint of ['adminLookup', 'createSessionCookie'] as const) {
      google.fail(fault, endpoint)
      await expectUnavailable(postToken(site, idToken))
      google.mend()
    }
    google.fail(fault, 'adminLookup', 'createSessionCookie')
    await expectUnavailable(postToken(site, await newerToken(), { cookie: `__session=${cookie}` }))
    await expectSignedIn(site, cookie)
    google.mend()
    const opened = await inTime(postToken(site, idToken))
    for (const value of [cookie, sessionCookieOf(opened).value]) await expectSignedIn(site, value)
  })
}

test('a provider that is somewhat slow with each answer is not waited for once an answer', async () => {
  const { site, cookie } = await openSiteWithSession()
  const { idToken } = await google.signIn(email, password)
  google.fail({ afterMs: 3_000 }, 'adminLookup', 'createSessionCookie')
  await expectUnavailable(postToken(site, idToken))
  await expectSignedIn(site, cookie)
  google.mend()
  expect((await inTime(postToken(site, idToken))).status).toBe(204)
})

test('a provider that is down makes signing in unavailable within 5 s, and signs nobody out', async () => {
  const { site, cookie } = await openSiteWithSession()
  const { idToken } = await google.signIn(email, password)
  const asked = google.requests('cookieKeys')
  await google.goAway()
  for (let visit = 0; visit < 3; visit++) {
    await expectUnavailable(postToken(site, idToken))
    await expectUnavailable(postToken(site, await newerToken(), { cookie: `__session=${cookie}` }))
    await expectSignedIn(site, cookie)
  }
  await google.comeBack()
  expect(google.requests('cookieKeys')).toBe(asked)
  const opened = await inTime(postToken(site, idToken))
  for (const value of [cookie, sessionCookieOf(opened).value]) await expectSignedIn(site, value)
})

/** What a site asks for once and keeps; so it has to fail before the site has it. */
const firstQuestions: [what: string, endpoint: EndpointName][] = [
  ['the keys of ID tokens', 'tokenCertificates'],
  ['an access token', 'accessToken'],
]

for (const [what, endpoint] of firstQuestions) {
  for (const [name, fault] of [clear, slow, silent]) {
    test(`a provider that ${name} for ${what} at the start delays signing in, no more`, async () => {
      const site = await openSite()
      const { idToken } = await google.signIn(email, password)
      google.fail(fault, endpoint)
      await expectUnavailable(postToken(site, idToken))
      google.mend()
      const status = async () => (await postToken(site, idToken)).status
      await expect.poll(status, { timeout: 30_000 }).toBe(204)
    })
  }
}

for (const [name, fault] of [clear, slow, silent]) {
  test(`a key server that ${name} when the site starts signs nobody out`, async () => {
    google.fail(fault, 'cookieKeys')
    const site = await openSite()
    const { idToken } = await google.signIn(email, password)
    const cookie = sessionCookieOf(await postToken(site, idToken)).value
    const response = await expectUnavailable(getAccountPage(site, cookie))
    const page = await response.text()
    expect(page).not.toContain(email)
    const reference = (response.headers.get('x-request-id') ?? '').slice(0, 13)
    expect(page).toContain(`add this reference: ${reference}<`)
    const found = () => site.records().find((record) => record.reference === reference)
    await expect.poll(found).toMatchObject({ event: 'session.unknown', status: 503, rendered: true })
    google.mend()
    const status = async () => (await getAccountPage(site, cookie)).status
    await expect.poll(status, { timeout: 30_000 }).toBe(200)
  })
}

test('a site that starts while all of Google is away serves its visitors when Google is back', async () => {
  const { idToken } = await google.signIn(email, password)
  await google.goAway()
  const site = await openSite()
  expect((await fetch(site.url)).status).toBe(200)
  expect((await fetch(`${site.url}/login`)).status).toBe(200)
  await expectUnavailable(postToken(site, idToken))
  await google.comeBack()
  await expect.poll(async () => (await postToken(site, idToken)).status, { timeout: 30_000 }).toBe(204)
})
