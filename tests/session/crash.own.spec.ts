import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openPostgresServer } from '../support/database/postgres'
import { queryDatabase } from '../support/database/rows'
import { type Google, startGoogle } from '../support/google/google'
import { getNotesPage, inTime, postToken, sessionCookieOf } from '../support/requests'
import { type Site, startSite } from '../support/site'

const people = 40
const devicesEach = 5
const signIns = people * devicesEach
const killedAfter = 70

type Acknowledged = { email: string; cookie: string }

/** Where a site keeps its sessions, and how a test counts them where it can look inside. */
type Store = { settings: Record<string, string>; countRows(): Promise<number> | null; close(): Promise<void> }

const stores: [name: string, open: () => Promise<Store>][] = [
  [
    'the embedded database',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'foyer-crash-'))
      const close = () => rm(folder, { recursive: true })
      return { settings: { DATA_DIR: folder }, countRows: () => null, close }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const { url, close } = await openPostgresServer()
      const count = async () => {
        const [row] = await queryDatabase<{ count: string }>(url, 'select count(*) from sessions')
        return Number(row?.count)
      }
      return { settings: { DATABASE_URL: url }, countRows: count, close }
    },
  ],
]

for (const [name, openStore] of stores) {
  test(`kill -9 in the middle of 200 sign-ins loses no session in ${name} that was acknowledged`, async () => {
    test.setTimeout(240_000)
    const store = await openStore()
    const google = await startGoogle()
    const env = { ...google.environment, ...store.settings }
    try {
      const killed = await startSite({ env })
      const acknowledged = await signInUntilKilled(killed, google)
      expect(acknowledged.length).toBeGreaterThanOrEqual(killedAfter)
      expect(acknowledged.length, 'the kill came in the middle').toBeLessThan(signIns)
      const rows = await store.countRows()
      if (rows !== null) {
        expect(rows).toBeGreaterThanOrEqual(acknowledged.length)
        expect(rows).toBeLessThanOrEqual(signIns)
      }

      const restarted = await startSite({ env })
      try {
        await expectAllIn(restarted, acknowledged)
        await expectNobodyElseIn(restarted, google)
      } finally {
        await restarted.stop()
      }
    } finally {
      await google.stop()
      await store.close()
    }
  })
}

/** Forty people at once sign in on five devices each, one after another; those who were told that they are in. */
async function signInUntilKilled(site: Site, google: Google): Promise<Acknowledged[]> {
  const accounts = Array.from({ length: people }, (_, number) =>
    google.accounts.add(`person-${number}@example.com`, 'correct horse', { validSinceSeconds: 0 }),
  )
  const tokens = await Promise.all(
    Array.from({ length: signIns }, async (_, number) => {
      const email = accounts[number % people]?.email ?? ''
      return { email, idToken: await google.idToken(email) }
    }),
  )
  const acknowledged: Acknowledged[] = []
  const signIn = async ({ email, idToken }: { email: string; idToken: string }) => {
    const response = await postToken(site, idToken)
    // It may be more than the stand-in can answer in time; then the site says so, and nobody is in.
    if (response.status === 503) return
    expect(response.status).toBe(204)
    acknowledged.push({ email, cookie: sessionCookieOf(response).value })
    if (acknowledged.length === killedAfter) void site.stop('SIGKILL')
  }
  const outcomes: PromiseSettledResult<void>[] = []
  for (let first = 0; first < tokens.length; first += people)
    outcomes.push(...(await Promise.allSettled(tokens.slice(first, first + people).map(signIn))))
  expect(await site.stop(), 'ended by the signal').toBeNull()
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  // What fetch says of a connection that broke; anything else is an answer that should not have come.
  expect(reasons.filter((reason) => !(reason instanceof TypeError))).toEqual([])
  return acknowledged
}

async function expectAllIn(site: Site, acknowledged: Acknowledged[]): Promise<void> {
  for (const { email, cookie } of acknowledged) {
    const page = await inTime(getNotesPage(site, cookie))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(email)
  }
}

/** No cookie; and one that is signed as it should be, but of a session that was never acknowledged. */
async function expectNobodyElseIn(site: Site, google: Google): Promise<void> {
  const stranger = await getNotesPage(site)
  expect(stranger.headers.get('location')).toBe('/login?next=%2Fapp')
  const unknown = await getNotesPage(site, await google.sessionCookie('person-0@example.com'))
  expect(unknown.headers.get('location')).toBe('/api/session/ended?next=%2Fapp')
}
