/** While the provider fails, sign-in is unavailable and nobody is signed out. */
import { expect } from '@playwright/test'
import type { EndpointName } from '../support/google/endpoints'
import { type Fault, startGoogle } from '../support/google/google'
import { nowSeconds } from '../support/google/tokens'
import { getNotesPage, inTime, postToken, sessionCookieOf } from '../support/requests'
import { type Site, startSite } from '../support/site'
import { type Person, test, type World } from '../support/world'

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

test.describe.configure({ timeout: 180_000 })

/** A signed-in user; so the site has Google's keys. */
async function signIn(): Promise<Person> {
  const person = await world.signIn()
  expect((await getNotesPage(world.site, person.cookie)).status).toBe(200)
  return person
}

async function expectUnavailable(answer: Promise<Response>): Promise<Response> {
  const response = await inTime(answer)
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(response.headers.has('set-cookie')).toBe(false)
  return response
}

async function expectSignedIn(cookie: string): Promise<void> {
  const page = await inTime(getNotesPage(world.site, cookie))
  expect(page.status).toBe(200)
  expect(page.headers.has('set-cookie')).toBe(false)
  expect(await page.text()).toContain('<h1>Your notes</h1>')
}

/** Neither a new sign-in nor one with a live session works, and that session lives on. */
async function expectStandstill(person: Person): Promise<void> {
  // Of a sign-in after that of the cookie, so that the live session needs a new cookie for it.
  const newer = await world.google.idToken(person.email, { auth_time: nowSeconds() + 1 })
  // In turn: concurrent requests would wait for each other, not only for Google.
  await expectUnavailable(postToken(world.site, await world.google.idToken(person.email)))
  await expectUnavailable(postToken(world.site, newer, { cookie: `__session=${person.cookie}` }))
  await expectSignedIn(person.cookie)
}

async function expectMended(person: Person): Promise<void> {
  const opened = await inTime(postToken(world.site, await world.google.idToken(person.email)))
  for (const cookie of [person.cookie, sessionCookieOf(opened).value]) await expectSignedIn(cookie)
}

const clear: Fault = { status: 500 }

/** In pairs: each fault in one of the two calls that a sign-in needs. The Admin SDK retries after 503 and a reset. */
const cases: [what: string, fault: Fault, ...endpoints: EndpointName[]][] = [
  ['answers 500 when asked for a person', clear, 'adminLookup'],
  ['is slow (ten seconds) when asked for a cookie', { afterMs: 10_000 }, 'createSessionCookie'],
  ['never answers when asked for a person', 'silent', 'adminLookup'],
  ['answers 503 when asked for a cookie', { status: 503 }, 'createSessionCookie'],
  ['breaks connections off when asked for a person', 'reset', 'adminLookup'],
  ['is somewhat slow each time', { afterMs: 3_000 }, 'adminLookup', 'createSessionCookie'],
]

test('whatever the provider does, a sign-in gets its 503 within 5 s, and nobody is signed out', async () => {
  const concerned = await Promise.all(cases.map(async (each) => ({ case: each, person: await signIn() })))
  for (const {
    case: [, fault, ...endpoints],
    person,
  } of concerned)
    world.google.failFor(person.userId, fault, ...endpoints)
  const atOnce = (check: (person: Person) => Promise<void>) =>
    Promise.all(concerned.map(({ case: [what], person }) => test.step(what, () => check(person))))
  await atOnce(expectStandstill)
  world.google.mend()
  await atOnce(expectMended)
})

test('a check that is due while the provider fails ends no session', async () => {
  const person = await signIn()
  world.google.failFor(person.userId, clear, 'adminLookup')
  const due = "update sessions set checked_at = now() - interval '2 minutes' where uid = $1"
  await world.query(due, [person.userId])
  const unanswered = () => world.site.records().filter(({ event }) => event === 'identity.unavailable').length
  const before = unanswered()
  await expectSignedIn(person.cookie)
  await expect.poll(unanswered).toBeGreaterThan(before)
  await expectSignedIn(person.cookie)
  world.google.mend()
})

test('a provider that is down makes signing in unavailable within 5 s, and signs nobody out', async () => {
  const person = await signIn()
  const asked = world.google.requests('cookieKeys')
  await world.google.goAway()
  await expectStandstill(person)
  await world.google.comeBack()
  expect(world.google.requests('cookieKeys')).toBe(asked)
  await expectMended(person)
})

/** How Google fails when a site starts and fetches, in this order, certificates, an access token and keys. */
const beginnings: { what: string; isAway?: true; fault: Fault }[] = [
  { what: 'is away, and then answers 500', isAway: true, fault: clear },
  { what: 'never answers', fault: 'silent' },
]

test('a site that starts while Google fails only delays sign-ins, and signs nobody out', () =>
  Promise.all(beginnings.map((each) => test.step(each.what, () => expectToComeRound(each)))))

async function expectToComeRound({ isAway, fault }: (typeof beginnings)[number]): Promise<void> {
  const google = await startGoogle()
  const email = 'ada@example.com'
  google.accounts.add(email, 'correct horse')
  const idToken = await google.idToken(email)
  google.fail(fault, 'tokenCertificates', 'accessToken', 'cookieKeys')
  if (isAway) await google.goAway()
  const site = await startSite({ env: google.environment })
  try {
    for (const path of ['/', '/login']) expect((await fetch(site.url + path)).status).toBe(200)
    await expectUnavailable(postToken(site, idToken))
    if (isAway) {
      await google.comeBack()
      await expectUnavailable(postToken(site, idToken))
    }
    expect(google.requests('accessToken'), 'it has not come so far').toBe(0)

    google.mend()
    google.fail(fault, 'accessToken', 'cookieKeys')
    const asked = async () => {
      await expectUnavailable(postToken(site, idToken))
      return google.requests('accessToken')
    }
    await expect.poll(asked, { timeout: 30_000 }).toBeGreaterThan(0)

    google.mend()
    google.fail(fault, 'cookieKeys')
    let opened = new Response()
    const sent = async () => {
      opened = await postToken(site, idToken)
      return opened.status
    }
    await expect.poll(sent, { timeout: 30_000 }).toBe(204)
    const cookie = sessionCookieOf(opened).value
    await expectUnknownSession(site, cookie)

    google.mend()
    const status = async () => (await getNotesPage(site, cookie)).status
    await expect.poll(status, { timeout: 30_000 }).toBe(200)
  } finally {
    await site.stop()
    await google.stop()
  }
}

/** The page of a session that can't be checked reveals nothing, and shows a reference. */
async function expectUnknownSession(site: Site, cookie: string) {
  const response = await expectUnavailable(getNotesPage(site, cookie))
  const page = await response.text()
  expect(page).not.toContain('Your notes</h1>')
  const reference = (response.headers.get('x-request-id') ?? '').slice(0, 13)
  expect(page).toContain(`include this reference: ${reference}<`)
  const found = () => site.records().find((record) => record.reference === reference)
  await expect.poll(found).toMatchObject({ event: 'session.unknown', status: 503, rendered: true })
}
