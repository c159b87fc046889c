/** A browser that finds the stand-in at the hosts of Google's tag, and what arrives there. */
import { expect, type Page } from '@playwright/test'
import { browserArguments } from '../browser'
import { test as base } from '../contexts'
import type { Hit } from './hits'
import { startTagServer, type TagServer } from './server'

type WorkerFixtures = { tagServer: TagServer }

export type Visit = {
  /** Everything requested from Google so far: host and path. */
  requests(): string[]
  hits(): Hit[]
  /**
   * The page's hits before a probe that this sends now, which shows that the tag works.
   */
  hitsUntilNow(page: Page): Promise<{ hits: Hit[]; probe: Hit }>
}

let visitors = 0

export const tagFixtures = base.extend<{ visit: Visit }, WorkerFixtures>({
  tagServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from it
    async ({}, use) => {
      const server = await startTagServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, tagServer }, use) => {
      const { hosts, keyHash } = tagServer
      // `ignoreHTTPSErrors` doesn't cover what a page sends while it is left.
      const trust = `--ignore-certificate-errors-spki-list=${keyHash}`
      await use({ ...launchOptions, args: [...browserArguments(hosts), trust] })
    },
    { scope: 'worker' },
  ],
  userAgent: async ({ browser }, use) => {
    visitors += 1
    const version = browser.version()
    await use(`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${version} Visitor/${visitors}`)
  },
  /** For every test: no hit may be sent before consent mode has its defaults. */
  visit: [
    async ({ tagServer, userAgent }, use) => {
      const visitor = userAgent?.split(' ').at(-1) ?? ''
      const hits = () => tagServer.hits(visitor)
      await use({
        requests: () => tagServer.requests(visitor),
        hits,
        hitsUntilNow: (page) => probe(page, hits),
      })
      tagServer.mend()
      expect(hits().filter(({ isDefaultLate }) => isDefaultLate)).toEqual([])
    },
    { auto: true },
  ],
})

let probes = 0

async function probe(page: Page, hits: () => Hit[]): Promise<{ hits: Hit[]; probe: Hit }> {
  probes += 1
  const name = `probe_${probes}`
  // The tag sends nothing before its configuration or while it's off; a grant switches it on after the paint.
  await page.waitForFunction(() => {
    const switches = Object.keys(window).filter((name) => name.startsWith('ga-disable-'))
    const isOff = switches.some((name) => Reflect.get(window, name) === true)
    return !isOff && Array.from(window.dataLayer ?? []).some((command) => command[0] === 'config')
  })
  await page.evaluate((event) => window.gtag?.('event', event), name)
  const find = () => hits().find((hit) => hit.name === name)
  await expect.poll(find, { message: `${name} arrives`, intervals: [20] }).toBeDefined()
  const found = find() as Hit
  const ofPage = () => hits().filter((hit) => hit.page === found.page && hit.number <= found.number)
  await expect.poll(() => ofPage().length, { intervals: [20] }).toBe(found.number)
  return { hits: ofPage().filter((hit) => !hit.name.startsWith('probe_')), probe: found }
}
