/** Foyer on PostgreSQL with a stand-in for Google, and people whose sessions a test can age. */
import { type Browser, test as base } from '@playwright/test'
import { renewalHeader } from '@/lib/session/address-proof'
import { launchBrowser } from './browser'
import { startPostgres } from './database/postgres'
import { giveCookie, queryDatabase } from './database/rows'
import { startGoogle } from './google/google'
import { nowSeconds } from './google/tokens'
import { postToken, sessionCookieOf } from './requests'
import { startSite } from './site'

export type Person = { email: string; userId: string; cookie: string }
export type World = Awaited<ReturnType<typeof openWorld>>

export const hour = 3600
export const day = 24 * hour

/** One world per worker: each test has its own people, and starts without counted limits. */
export const test = base.extend<{ nothingCounted: undefined }, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
    async ({}, use) => {
      const world = await openWorld()
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  nothingCounted: [
    async ({ world }, use) => {
      await world.query('delete from rate_limits')
      await use(undefined)
    },
    { auto: true },
  ],
})

/** Starts all of it, until `close`. */
async function openWorld() {
  const postgres = await startPostgres()
  const google = await startGoogle()
  const environment = { ...google.environment, DATABASE_URL: postgres.url, AUTH_PROVIDERS: 'google' }
  const site = await startSite({ env: environment }).catch(async (error: unknown) => {
    await google.stop()
    await postgres.close()
    throw error
  })
  let people = 0

  /** A new person who just signed in. */
  async function signIn({ emailVerified = false } = {}): Promise<Person> {
    people += 1
    const account = { validSinceSeconds: 0, emailVerified }
    const { email, id } = google.accounts.add(`person-${people}@example.com`, 'correct horse', account)
    const opened = await postToken(site, await google.idToken(email))
    return { email, userId: id, cookie: sessionCookieOf(opened).value }
  }

  /** The person's session with an older cookie, in the database, too. Returns the cookie. */
  async function age(person: Person, when: { issuedAgo: number; expiredAgo: number }): Promise<string> {
    const issuedAt = nowSeconds() - when.issuedAgo
    const claims = { iat: issuedAt, exp: nowSeconds() - when.expiredAgo, auth_time: issuedAt }
    const cookie = await google.sessionCookie(person.email, claims)
    await giveCookie(postgres.url, person.userId, cookie)
    return cookie
  }

  /** Sends a silent refresh: the cookie, and a fresh ID token of a sign-in five days ago. */
  async function renew({ email }: Person, cookie: string): Promise<Response> {
    const token = await google.idToken(email, { auth_time: nowSeconds() - 5 * day })
    return postToken(site, token, { cookie: `__session=${cookie}`, [renewalHeader]: '1' })
  }

  const query = (text: string, values: unknown[] = []) =>
    queryDatabase<{ id: string; revoked_at: Date | null }>(postgres.url, text, values)
  const rowsOf = ({ userId }: Person) => query('select * from sessions where uid = $1', [userId])

  let browser: Browser | null = null

  /** A browser that finds the stand-in at Google's hosts. */
  async function openBrowser(): Promise<Browser> {
    const hosts = ['*.googleapis.com', 'apis.google.com', 'www.google.com', 'www.gstatic.com']
    browser ??= await launchBrowser(Object.fromEntries(hosts.map((host) => [host, google.port])))
    return browser
  }

  async function close(): Promise<void> {
    await browser?.close()
    await site.stop()
    await google.stop()
    await postgres.close()
  }

  return {
    postgres,
    google,
    site,
    environment,
    signIn,
    age,
    renew,
    query,
    rowsOf,
    openBrowser,
    close,
  }
}
