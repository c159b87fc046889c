/** A site behind one proxy, with the stand-in for Google, and a clock that tests may advance. */
import { test as base } from '@playwright/test'
import { type Google, startGoogle } from '../support/google/google'
import { type Site, startSite } from '../support/site'
import { type Clock, createClock } from '../support/site-clock'

export type GoogleSite = { google: Google; clock: Clock; site: Site }

/** One per worker: each test has its own users, and sends invalid tokens from its own address. */
export const test = base.extend<object, { googleSite: GoogleSite }>({
  googleSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
    async ({}, use) => {
      const google = await startGoogle()
      const clock = await createClock()
      const NODE_OPTIONS = `${google.environment.NODE_OPTIONS} ${clock.nodeOption}`
      const site = await startSite({ env: { ...google.environment, NODE_OPTIONS, TRUSTED_PROXIES: '1' } })
      await use({ google, clock, site })
      await site.stop()
      await clock.close()
      await google.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
