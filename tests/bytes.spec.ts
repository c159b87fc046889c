import { join } from 'node:path'
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

const projectFolder = process.cwd()
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
