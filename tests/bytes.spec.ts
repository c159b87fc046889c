import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { routes } from '@/lib/routes'
import { buildBareApp } from '@/scripts/measure/bare-app'
import {
  firebaseTracesIn,
  gzipBytes,
  homeBudgetBytes,
  scriptsInManifests,
  scriptsOf,
} from '@/scripts/measure/page-scripts'
import { returningBudgetBytes, returningBytes } from '@/scripts/measure/without-consent'
import { expect as siteExpect, test as siteTest } from './fixtures'

const projectFolder = process.cwd()
/** What the smallest of the peers with a dialog weighs (Silktide's consent manager, version 1). */
const bannerBudgetBytes = 7.4 * 1024

const site = join(projectFolder, '.next')

test('the home page loads at most 6 KB of scripts more than a bare Next app', () => {
  test.setTimeout(180_000)
  const bareApp = buildBareApp({ projectFolder, environment: process.env })
  const bare = scriptsOf(bareApp, routes.home)
  const home = scriptsOf(site, routes.home)
  expect(bare.length).toBeGreaterThan(3)
  expect(home.length).toBeGreaterThan(3)
  expect(gzipBytes(site, home) - gzipBytes(bareApp, bare)).toBeLessThanOrEqual(homeBudgetBytes)
})

for (const path of [routes.home, routes.terms, routes.privacy, routes.contact]) {
  test(`${path} loads no Firebase code`, () => {
    expect(firebaseTracesIn(site, scriptsOf(site, path))).toEqual([])
  })
}

test('the manifests, which stand in for the HTML of dynamic pages, say the same as the HTML', () => {
  expect(scriptsInManifests(site, routes.home).sort()).toEqual(scriptsOf(site, routes.home).sort())
})

test('whoever has chosen before pays at most 1 KB for consent', () => {
  test.setTimeout(400_000)
  const bytes = returningBytes(projectFolder, process.env)
  expect(bytes).toBeGreaterThan(400)
  expect(bytes).toBeLessThanOrEqual(returningBudgetBytes)
})

test.describe('on a first visit', () => {
  siteTest.use({ hasChosen: false })

  siteTest(
    'the banner with its dialog and styles weighs under 7.4 KB, and comes after the page',
    async ({ page }) => {
      const bodies: Promise<Buffer>[] = []
      const kinds = new Set<string>()
      await page.goto('/', { waitUntil: 'load' })
      await page.waitForFunction(() => document.readyState === 'complete')
      page.on('response', (response) => {
        const kind = response.request().resourceType()
        kinds.add(kind)
        if (kind === 'script' || kind === 'stylesheet') bodies.push(response.body())
      })
      await page.getByRole('button', { name: 'Customize' }).click()
      await siteExpect(page.getByRole('button', { name: 'Save Preferences' })).toBeVisible()
      const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length)
      expect([...kinds]).toEqual(expect.arrayContaining(['script', 'stylesheet']))
      const total = sizes.reduce((sum, size) => sum + size, 0)
      expect(total).toBeGreaterThan(1_000)
      expect(total).toBeLessThanOrEqual(bannerBudgetBytes)
    },
  )
})
