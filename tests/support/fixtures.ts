/** What every test of the running site has: one site a worker, and a page on which no error may go by. */
import { type ConsoleMessage, expect, type Page } from '@playwright/test'
import { type ConsentRecord, describeConsent } from '@/lib/consent/record'
import { test as base } from './contexts'
import { startPostgres } from './database/postgres'
import type { Host } from './run'
import { type Site, startSite } from './site'

type TestFixtures = {
  /** Whether the visitor has refused cookies before: most tests are about something else than the banner. */
  hasChosen: boolean
  /** Console errors that this test provokes, such as a refused request; all others fail it. */
  expectedErrors: RegExp | null
  noUnexpectedErrors: undefined
}

type WorkerFixtures = {
  site: Site
  /** Where the site keeps its rows; in `postgres` a test can change them. */
  database: 'embedded' | 'postgres'
  /** Google's tag, and whether it loads before a consent. */
  tag: 'none' | 'basic' | 'advanced'
  /** How the site is asked for; `localhost` allows passkeys. */
  host: Host
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
  site: [
    async ({ database, tag, host }, use) => {
      const postgres = database === 'postgres' ? await startPostgres() : null
      const shared = postgres ? { DATABASE_URL: postgres.url } : {}
      try {
        const site = await startSite({ env: { ...tagSettings[tag], ...shared }, host })
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
    // What the site said while a test failed is often why.
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

/** The stored answer of a visitor who has refused cookies, as one that was here before. */
export const refusal: ConsentRecord = {
  analytics: false,
  marketing: false,
  type: 'reject_all',
  gpc: false,
  at: new Date(),
}

/** Runs in the page. What is there already stays: a test may have chosen otherwise since. */
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

/**
 * The emulator knows no captcha's settings, which a browser prints: an SMS is then sent with a captcha's token that the SDK
 * makes up for the emulator.
 */
function isUnknownHere(message: ConsoleMessage): boolean {
  const isAsked = /\/v2\/recaptchaConfig\?/.test(message.location().url)
  return isAsked && message.text().includes('501 (Not Implemented)')
}

let accounts = 0

/** Credentials nobody has used yet. */
export function newCredentials(): { email: string; password: string } {
  accounts += 1
  return { email: `visitor-${process.pid}-${Date.now()}-${accounts}@example.com`, password: 'long enough' }
}
