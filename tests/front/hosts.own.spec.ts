/** What holds with the front and without it, under plain `next start`. The differences: docs/hosting.md. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAccount } from '../support/accounts'
import { agents } from '../support/agents'
import { consentOn, setBannerDelay, storedChoice } from '../support/consent-page'
import { test as base, expect } from '../support/fixtures'
import { noteRead, writeNote } from '../support/notes-page'
import { watchViolations } from '../support/pages'
import { typescriptFlags } from '../support/processes'
import {
  apiHeaders,
  documentHeaders,
  expectPersonal,
  get,
  headersOf,
  postToken,
  sessionCookieOf,
  sourcesOf,
} from '../support/requests'
import { emulatorOfRun } from '../support/run'
import { buildEnvironment, type Site, startSite } from '../support/site'
import { accountMenu, signIn, signOut } from '../support/visitor'

/** Next's standalone output, of `npm run container`. */
const standalone = process.env.FOYER_STANDALONE

const hosts: readonly (readonly [name: string, start: () => Promise<Site>, hasFront: boolean])[] = [
  ['with the front', () => startSite({}), true],
  ['without the front', () => startWithoutFront(), false],
  ...(standalone ? [['standalone', () => startSite({ standalone }), true] as const] : []),
]

for (const [name, start, hasFront] of hosts) {
  const test = base.extend<object, { site: Site }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
      async ({}, use) => {
        const site = await start()
        await use(site)
        await site.stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  })

  test.describe(name, () => {
    test.use({ hasChosen: false, expectedErrors: /404 \(Not Found\)/ })

    const document = { 'sec-fetch-dest': 'document', 'user-agent': agents.person }

    test('pages have their policy, with hashes or a nonce', async ({ site }) => {
      for (const path of ['/', '/privacy', '/no/such/page', '/%6cogin']) {
        const response = await get(site, path, document)
        expect(headersOf(response), path).toMatchObject(documentHeaders)
        expect(sourcesOf(response, 'connect-src'), path).toContain(site.emulatorUrl)
        expect(sourcesOf(response, 'script-src')[1], path).toMatch(/^'sha256-/)
      }
      for (const path of ['/login', '/auth/success', '/auth/action']) {
        const response = await get(site, path, document)
        const nonce = sourcesOf(response, 'script-src')[1]
        expect(nonce, path).toMatch(/^'nonce-/)
        expectPersonal(response)
        expect(await response.text()).toContain(`nonce="${nonce?.slice(7, -1)}"`)
      }
      expect(headersOf(await get(site, '/api/config'))).toEqual(apiHeaders)
    })

    test('a request has an ID of ours, and its reference', async ({ site }) => {
      const sent = { ...document, 'x-foyer-request-id': 'made-up' }
      for (const path of ['/login', '/app', '/no/such/page', '/api/notes']) {
        const { headers } = await get(site, path, sent)
        const id = headers.get('x-request-id') ?? ''
        expect(id, path).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
        if (!path.startsWith('/api'))
          expect(headers.get('server-timing')).toBe(`reference;desc="${id.slice(0, 13)}"`)
      }
    })

    test('bots get the bare status, and the log has each unknown path once', async ({ site }) => {
      const path = `/no/such/${randomUUID()}`
      for (const unknown of [path, `/api${path}`]) {
        const response = await get(site, unknown, {
          'user-agent': 'Googlebot/2.1',
          'sec-fetch-dest': 'document',
        })
        expect([response.status, await response.text()]).toEqual([404, ''])
        expect(response.headers.get('x-robots-tag')).toBe('noindex')
        const lines = () => site.records().filter((record) => record.path === unknown)
        await expect.poll(lines).toMatchObject([{ event: 'route.unknown', bot: 'Googlebot', status: 404 }])
      }
    })

    test('nobody claims an address, or is refused for one', async ({ site }) => {
      const account = await createAccount(site)
      const claimed = { 'x-forwarded-for': '203.0.113.9', 'x-foyer-request-id': randomUUID() }
      const response = await postToken(site, account.idToken, { ...claimed, origin: site.url })
      expect(response.status).toBe(204)
      const opened = () => site.records().find(({ userId }) => userId === account.userId)
      const clientAddress = hasFront ? '127.0.0.1' : null
      await expect.poll(opened).toMatchObject({ event: 'session.opened', clientAddress })
      const requestId = response.headers.get('x-request-id')
      expect(opened()).toMatchObject({ requestId })
      expect(requestId).not.toBe(claimed['x-foyer-request-id'])
      const cookie = `__session=${sessionCookieOf(response).value}`
      expect((await get(site, '/login?next=%2Fapp%2Faccount', { cookie })).headers.get('location')).toBe(
        '/app/account',
      )
      expect((await get(site, '/app', { cookie })).status).toBe(200)
      const below = `/app/${randomUUID()}/below`
      expect((await get(site, below, { cookie, ...document })).status).toBe(404)
      await expect.poll(() => site.records().filter(({ path }) => path === below)).toHaveLength(1)
      expect((await get(site, `/share/${randomUUID()}`, { cookie, ...document })).status).toBe(404)
    })

    test('a form that a browser sends by itself leads back to the form', async ({ site }) => {
      const sent = { method: 'POST', body: 'email=a', redirect: 'manual' as const }
      const response = await fetch(`${site.url}/login?next=%2Fterms`, sent)
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        '/login?next=%2Fterms&notice=not-sent',
      ])
    })

    test('a visitor chooses cookies, signs in, writes a note and signs out', async ({ page, site }) => {
      const violations = await watchViolations(page)
      await setBannerDelay(page, 'at once')
      await page.goto('/')
      const { banner, reject } = consentOn(page)
      await reject.click()
      await expect(banner).toHaveCount(0)
      expect((await storedChoice(page)).choice).toContain('"type":"reject_all"')
      const { email, password } = await createAccount(site)
      await signIn(page, { email, password })
      await writeNote(page, 'A first note', 'Some words')
      await expect(noteRead(page)).toContainText('Some words')
      await page.goto('/no/such/page')
      await expect(page.getByText('Page not found: /no/such/page')).toBeVisible()
      await page.goto('/terms')
      await expect(accountMenu(page)).toBeVisible()
      await signOut(page)
      await expect(page).toHaveURL('/')
      expect(violations).toEqual([])
    })
  })
}

base('without the front, other settings than those of the build stop the start', async () => {
  const env = { FIREBASE_WEBAPP_CONFIG: '{"apiKey":"key","projectId":"foyer-public"}', FRONT: 'off' }
  await expect(startSite({ env })).rejects.toThrow(/did not start \(1\)[\s\S]*npm run build/)
})

/**
 * Plain `next start`: a copy of the build is finished and started; static pages then have the policy of its settings. Its
 * folder goes with the site.
 */
async function startWithoutFront(): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-without-front-'))
  for (const name of [...copied, '.next'])
    cpSync(name, path.join(folder, name), {
      recursive: true,
      filter: (file) => !file.startsWith(path.join('.next', 'cache')),
    })
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const settings = emulatorOfRun('127.0.0.1')
  const { status, stderr } = spawnSync(process.execPath, [...typescriptFlags, 'scripts/post-build.ts'], {
    cwd: folder,
    env: { ...buildEnvironment(), ...settings },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The build could not be finished: ${stderr}`)
  const site = await startSite({ folder, env: { ...settings, FRONT: 'off' } })
  return {
    ...site,
    stop: async (signal) => {
      const code = await site.stop(signal)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      return code
    },
  }
}

const copied = [
  ...['app', 'lib', 'components', 'public', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['next.config.ts', 'middleware.ts', 'instrumentation.ts', 'instrumentation-client.ts'],
]
