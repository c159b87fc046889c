/** A site with pages that fail, and what one finds in its log. */
import { test as base } from '../fixtures'
import { type Site, startSite } from '../site'
import { editedBuild } from './edited-build'

/** Tests of the broken site; `brokenFolder` is where it is built. */
export const test = base.extend<object, { brokenFolder: string; broken: Site }>({
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
  baseURL: ({ broken }, use) => use(broken.url),
})

/** Nobody signs in there. */
export const notConfigured = { FIREBASE_WEBAPP_CONFIG: '' }
