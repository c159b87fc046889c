/** Fixtures for tests of the running site: one site per worker, and a page whose unexpected errors fail the test. */
import { type ConsoleMessage, expect, type Page } from '@playwright/test'
import { type ConsentRecord, describeConsent } from '@/lib/consent/record'
import { test as base } from './browser'
import { startPostgres } from './database/postgres'
import type { Host } from './run'
import { type Site, startSite } from './site'

type TestFixtures = {
  /** Whether the visitor refused cookies earlier, so no banner shows. */
  hasChosen: boolean
  /** Console errors the test provokes, such as a refused request; all others fail it. */
  expectedErrors: RegExp | null
  noUnexpectedErrors: undefined
}

type WorkerFixtures = {
  site: Site
  /** The site's database; a test can change rows in `postgres`. */
  database: 'embedded' | 'postgres'
  /** Google's tag, and whether it loads before a consent. */
  tag: 'none' | 'basic' | 'advanced'
  /** The host by which the site is called; `localhost` allows passkeys. */
  host: Host
  /** Further settings. */
  settings: Record<string, string>
}

const tagSettings = {
  none: {},
  basic: { GTAG_ID: 'G-FOYERTEST', GTAG_CONSENT: 'basic', GTAG_URL_PASSTHROUGH: 'true' },
  advanced: { GTAG_ID: 'G-FOYERTEST' },
}

/** For tests that speak HTTP to the site and need no page. */
export const siteTest = base.extend<object, WorkerFixtures>({
  database: ['embedded', { option: true, scope: 'worker' }],
  tag: ['none', { option: true, scope: 'worker' }],
  host: ['127.0.0.1', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ database, tag, host, settings }, use) => {
      const postgres = database === 'postgres' ? await startPostgres() : null
      const shared = postgres ? { DATABASE_URL: postgres.url } : {}
      try {
        const site = await startSite({ env: { ...tagSettings[tag], ...shared, ...settings }, host })
        await use(site)
        await site.stop()
      } finally {
        await postgres?.close()
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

export const test = siteTest.extend<TestFixtures>({
  baseURL: async ({ site }, use, testInfo) => {
    const before = site.records().length
    await use(site.url)
    if (testInfo.status === testInfo.expectedStatus) return
    const records = site
      .records()
      .slice(before)
      .map((record) => JSON.stringify(record))
    await testInfo.attach('log of the site', { body: records.join('\n'), contentType: 'text/plain' })
    await testInfo.attach('words of the start', { body: site.output(), contentType: 'text/plain' })
  },
  hasChosen: [true, { option: true }],
  context: async ({ context, hasChosen }, use) => {
    if (hasChosen) await context.addInitScript(rememberRefusal, describeConsent(refusal))
    await use(context)
  },
  expectedErrors: [null, { option: true }],
  noUnexpectedErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors = collectErrors(page)
      await use(undefined)
      expect(errors.filter((error) => !expectedErrors?.test(error))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/** The stored choice of a visitor who refused cookies. */
export const refusal: ConsentRecord = {
  analytics: false,
  marketing: false,
  type: 'reject_all',
  gpc: false,
  at: new Date(),
}

/** Runs in the page. Keeps a choice that is stored already: the test may have made one. */
export function rememberRefusal({ choice, time }: { choice: string; time: string }): void {
  if (!location.protocol.startsWith('http') || localStorage.getItem('cookie-consent')) return
  localStorage.setItem('cookie-consent', choice)
  localStorage.setItem('cookie-consent-timestamp', time)
}

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !isUnknownHere(message)) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(`${error.name}: ${error.message}`))
  return errors
}

/** The emulator has no captcha settings, which the browser logs; the SDK then makes up a token for it. */
function isUnknownHere(message: ConsoleMessage): boolean {
  const isAsked = /\/v2\/recaptchaConfig\?/.test(message.location().url)
  return isAsked && message.text().includes('501 (Not Implemented)')
}

let accounts = 0

/** Unused credentials. */
export function newCredentials(): { email: string; password: string } {
  accounts += 1
  return { email: `visitor-${process.pid}-${Date.now()}-${accounts}@example.com`, password: 'long enough' }
}
