import { expect, test } from '@playwright/test'
import { type Google, startGoogle } from '../support/google/google'
import { getNotesPage, inTime, postToken, sessionCookieOf } from '../support/requests'
import { type Site, startSite } from '../support/site'
import { type Clock, createClock } from '../support/site-clock'

const email = 'ada@example.com'
const minuteMs = 60_000
const hourMs = 60 * minuteMs

let google: Google
let clock: Clock
let site: Site

test.beforeAll(async () => {
  test.setTimeout(180_000)
  google = await startGoogle()
  google.accounts.add(email, 'correct horse')
  clock = await createClock()
  const NODE_OPTIONS = `${google.environment.NODE_OPTIONS} ${clock.nodeOption}`
  site = await startSite({ env: { ...google.environment, NODE_OPTIONS } })
})

test.afterAll(async () => {
  await site.stop()
  await clock.close()
  await google.stop()
})

/** The account page and the session endpoint, as somebody who is signed in gets them. */
async function expectSignedIn(cookie: string): Promise<void> {
  const page = await inTime(getNotesPage(site, cookie))
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<h1>Your notes</h1>')
  const session = await inTime(
    fetch(`${site.url}/api/session`, { headers: { cookie: `__session=${cookie}` } }),
  )
  expect(await session.json()).toMatchObject({ signedIn: true })
  for (const { headers } of [page, session]) expect(headers.has('set-cookie')).toBe(false)
}

type Outage = { name: string; begin(): Promise<void> | void; end(): Promise<void> | void }

/** An answer that is an error is in `keys`. */
const outages: Outage[] = [
  { name: 'away with all of Google', begin: () => google.goAway(), end: () => google.comeBack() },
  { name: 'never answers', begin: () => google.fail('silent', 'cookieKeys'), end: () => google.mend() },
]

test('the key server is away for an hour, again and again: nobody is signed out, nobody waits', async () => {
  const { idToken } = await google.signIn(email, 'correct horse')
  const cookie = sessionCookieOf(await inTime(postToken(site, idToken))).value
  await expectSignedIn(cookie)
  for (const { name, begin, end } of outages) {
    await test.step(name, async () => {
      // Half an hour before the keys are due to be renewed, which then falls into the hour.
      await clock.pass(5.5 * hourMs)
      await begin()
      for (let tenMinutes = 0; tenMinutes < 6; tenMinutes++) {
        await clock.pass(10 * minuteMs)
        await expectSignedIn(cookie)
      }
      await end()
      const asked = google.requests('cookieKeys')
      await clock.pass(minuteMs)
      const requestsAfterVisit = async () => {
        await expectSignedIn(cookie)
        return google.requests('cookieKeys')
      }
      // Middleware, page and endpoint keep keys of their own: all three were past their time and are renewed.
      await expect.poll(requestsAfterVisit, { timeout: 20_000 }).toBeGreaterThanOrEqual(asked + 3)
    })
  }
  await clock.pass(5 * 24 * hourMs)
  const later = await inTime(getNotesPage(site, cookie))
  expect(later.headers.get('location'), 'the clock was moved').toBe('/auth/silent-refresh?next=%2Fapp')
})
