/** A site with failing pages. */
import { mergeTests } from '@playwright/test'
import { test as pageTest, siteTest } from '../fixtures'
import { type Site, startSite } from '../site'
import { editedBuild } from './edited-build'

/** For tests over HTTP; `brokenFolder` is where the site is built. */
export const brokenSiteTest = siteTest.extend<object, { brokenFolder: string; broken: Site }>({
  brokenFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
    async ({}, use) => use(await editedBuild()),
    { scope: 'worker', timeout: 300_000 },
  ],
  broken: [
    async ({ brokenFolder }, use) => {
      const site = await startSite({ folder: brokenFolder, env: notConfigured })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** For tests with a page of the broken site. */
export const test = mergeTests(pageTest, brokenSiteTest).extend({
  baseURL: ({ broken }, use) => use(broken.url),
})

/** Without sign-in. */
export const notConfigured = { FIREBASE_WEBAPP_CONFIG: '' }
