/** Fixtures for the engines' tests: the site, and visitors with a browser of the project's engine. */
import { writeFileSync } from 'node:fs'
import { expect, siteTest } from '../support/fixtures'
import type { EngineName } from './programs'
import { startChromium, startFirefox } from './puppeteer'
import type { Engine, Tab, Visit } from './tab'
import { startWebKit } from './webkit'

export { expect } from '@playwright/test'

type WorkerFixtures = {
  engine: EngineName | 'chromium'
  running: Engine
}

type TestFixtures = {
  /** Another visitor with their own browser. */
  anotherTab: () => Promise<Tab>
  tab: Tab
  /** Errors that the test provokes. */
  expectedErrors: RegExp | null
}

const starts = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit }

export const test = siteTest.extend<TestFixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  // As people have it, with passkeys where the engine has them.
  host: ['localhost', { scope: 'worker' }],
  running: [
    async ({ engine }, use) => {
      const running = await starts[engine]()
      await use(running)
      await running.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  expectedErrors: [null, { option: true }],
  anotherTab: async ({ running, expectedErrors }, use, testInfo) => {
    const visits: Visit[] = []
    await use(async () => {
      const visit = await running.visit()
      visits.push(visit)
      return visit.tab
    })
    for (const [n, { tab, errors, close }] of visits.entries()) {
      if (testInfo.status !== testInfo.expectedStatus)
        await tab.picture().then(
          (picture) => writeFileSync(testInfo.outputPath(`visit-${n}.png`), picture),
          (error) => testInfo.annotations.push({ type: 'no picture', description: String(error) }),
        )
      await close()
      expect
        .soft(errors?.filter((error) => !isKnown(error) && !expectedErrors?.test(error)) ?? [])
        .toEqual([])
    }
  },
  tab: async ({ anotherTab }, use) => use(await anotherTab()),
})

/** Errors that browsers log of expected responses: the emulator's 501, and refusals. */
function isKnown(error: string): boolean {
  return /\/v2\/recaptchaConfig\?|status of 40[014]/.test(error)
}
