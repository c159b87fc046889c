import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, type Response, test } from '@playwright/test'
import { routes } from '@/lib/site/routes'
import {
  bareApp,
  firebaseTracesIn,
  gzipBytes,
  homeBudgetBytes,
  identityBudgetBytes,
  identityScripts,
  loginBudgetBytes,
  scriptsOf,
} from '../support/builds/page-scripts'
import { expect as siteExpect, test as siteTest } from '../support/fixtures'

/** What the smallest of the peers with a dialog weighs (Silktide's consent manager, version 1). */
const bannerBudgetBytes = 7.4 * 1024

const site = '.next'

test('the home page loads at most 5 KB of scripts more than a bare Next app, sign-in 14 KB', () => {
  const { version } = JSON.parse(readFileSync('node_modules/next/package.json', 'utf8'))
  expect(version, 'measure a bare app again, by npm run measure -- bytes').toBe(bareApp.next)
  const home = scriptsOf(site, routes.home)
  expect(home.length).toBeGreaterThan(3)
  expect(gzipBytes(site, home) - bareApp.bytes).toBeLessThanOrEqual(homeBudgetBytes)
  expect(gzipBytes(site, scriptsOf(site, routes.login)) - bareApp.bytes).toBeLessThanOrEqual(loginBudgetBytes)
  // What browsers are sent is less than of the bare app, with the banner, the menu and the theme in it.
  const sent = home.map((script) => readFileSync(path.join(site, `${script}.br`)).length)
  expect(sent.reduce((sum, size) => sum + size, 0)).toBeLessThan(bareApp.bytes)
})

for (const page of [routes.home, routes.terms, routes.privacy, routes.contact]) {
  test(`${page} loads no Firebase code`, () => {
    expect(firebaseTracesIn(site, scriptsOf(site, page))).toEqual([])
  })
}

test('after a consent choice nothing of the banner and its dialog loads', () => {
  const isOfBanner = (script: string) =>
    readFileSync(path.join(site, script), 'utf8').includes('Save Preferences')
  const chunks = readdirSync(path.join(site, 'static/chunks')).map((name) => `static/chunks/${name}`)
  // The whole error page, which loads less, has a copy of its own.
  expect(chunks.filter((name) => name.endsWith('.js') && isOfBanner(name))).toHaveLength(2)
  expect(scriptsOf(site, routes.home).filter(isOfBanner)).toEqual([])
})

siteTest('what the first touch of the sign-in form loads is at most 42.75 KB', async ({ page }) => {
  const loaded: Response[] = []
  // The last that a page loads by itself.
  const manifest = page.waitForResponse('**/builds/meta/*.json')
  await page.goto('/login', { waitUntil: 'networkidle' })
  await manifest
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') loaded.push(response)
  })
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Password').focus()
  await siteExpect(page.locator('form').getByRole('listitem')).toHaveCount(1)
  await siteExpect(async () => {
    const texts = await Promise.all(loaded.map((response) => response.text()))
    expect(texts.some((text) => text.includes('securetoken'))).toBe(true)
  }).toPass()
  const bodies = await Promise.all(loaded.map((response) => response.body()))
  const total = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  siteExpect(total).toBeGreaterThan(10_000)
  siteExpect(total).toBeLessThanOrEqual(identityBudgetBytes)
  siteExpect(gzipBytes(site, identityScripts(site))).toBeLessThanOrEqual(total)
})

test.describe('on a first visit', () => {
  siteTest.use({ hasChosen: false })

  siteTest(
    'the banner with its dialog and styles is under 7.4 KB and loads after the page',
    async ({ page }) => {
      const loaded: Response[] = []
      await page.goto('/', { waitUntil: 'load' })
      page.on('response', (response) => loaded.push(response))
      await page.getByRole('button', { name: 'Customize' }).click()
      await siteExpect(page.getByRole('button', { name: 'Save Preferences' })).toBeVisible()
      const isPart = (kind: string) => kind === 'script' || kind === 'stylesheet'
      const parts = loaded.filter((response) => isPart(response.request().resourceType()))
      expect(new Set(parts.map((response) => response.request().resourceType())).size).toBe(2)
      const bodies = await Promise.all(parts.map((response) => response.body()))
      // What asks for new builds, and the account menu's part, come at the same time, with a banner or without.
      const ofConsent = bodies.filter(
        (body) => !/effectiveType|Account menu|data-emulator-banner/.test(String(body)),
      )
      const sizes = ofConsent.map((body) => gzipSync(body, { level: 9 }).length)
      const total = sizes.reduce((sum, size) => sum + size, 0)
      expect(total).toBeGreaterThan(1_000)
      expect(total).toBeLessThanOrEqual(bannerBudgetBytes)
    },
  )
})
