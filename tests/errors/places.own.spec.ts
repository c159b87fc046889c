/** What people and bots get, and what the log has, wherever something fails. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { agents, drawnBots } from '../support/agents'
import { brokenSiteTest as httpTest, test } from '../support/builds/broken-site'
import { consentOn, setBannerDelay, storedChoice } from '../support/consent-page'
import { expect } from '../support/fixtures'
import { expectFullError, singleRecords } from '../support/log'
import { fetchAsEverybody } from './fetch-as-everybody'

/** `heading` is what a person sees; null where no page is rendered. */
type Place = { path: string; status: number; event: string; place: string; heading: string | null }

const missing = { status: 404, place: 'render', heading: 'Page Not Found' }
const failing = { status: 500, event: 'error.thrown', place: 'render', heading: 'Internal Server Error' }
const places: Record<string, Place> = {
  'an unknown route': { ...missing, path: '/no/such/page', event: 'route.unknown' },
  'notFound()': { ...missing, path: '/broken/missing', event: 'page.not-found' },
  'a page that throws': { ...failing, path: '/broken/page-throws' },
  'a layout that throws': { ...failing, path: '/broken/layout-throws' },
  'a route handler that throws': {
    ...failing,
    path: '/broken/route-throws',
    place: 'route',
    heading: null,
  },
}

for (const [name, { path, status, event, place, heading }] of Object.entries(places)) {
  httpTest(
    `${name}: ${status}, one line, nothing of the error in the answer`,
    async ({ broken, brokenFolder }) => {
      const buildId = readFileSync(join(brokenFolder, '.next', 'BUILD_ID'), 'utf8')
      for (const { isBot, response, body, record, reference } of await fetchAsEverybody(broken, path)) {
        const { status: found, headers } = response
        const rendered = !isBot && heading !== null
        expect(found).toBe(status)
        expect(headers.get('cache-control')).toMatch(/no-store|no-cache/)
        expect(headers.get('server-timing')).toBe(`reference;desc="${reference}"`)
        if (isBot && event === 'route.unknown')
          expect([body, headers.get('x-robots-tag')]).toEqual(['', 'noindex'])
        expect(record).toMatchObject({ event, place, path, method: 'GET', rendered, buildId })
        if (event === 'error.thrown') expectFullError(record)
      }
    },
  )
}

test.describe('what fails, rendered for a person', () => {
  test.use({
    userAgent: agents.person,
    hasChosen: false,
    expectedErrors: /Sign-in is not configured|status of (404|500)|Error/,
  })

  test('shows a message, links and the reference, and the cookie banner works', async ({ page, broken }) => {
    const ids: string[] = []
    await setBannerDelay(page, 'at once')
    for (const [name, { path, status, heading }] of Object.entries(places)) {
      if (heading === null) continue
      await test.step(name, async () => {
        const response = await page.goto(path)
        expect(response?.status()).toBe(status)
        const requestId = (await response?.headerValue('x-request-id')) ?? ''
        await expect(page.getByRole('heading', { name: heading })).toBeVisible()
        if (status === 404) await expect(page.getByText(`Page not found: ${path}`)).toBeVisible()
        await expect(page.getByText(requestId.slice(0, 13))).toBeVisible()
        await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
        expect(await page.content()).not.toContain('inner cause')
        await expect(consentOn(page).banner).toBeVisible()
        ids.push(requestId)
      })
    }
    const { banner, reject } = consentOn(page)
    await reject.click()
    await expect(banner).toHaveCount(0)
    expect((await storedChoice(page)).choice).toContain('"type":"reject_all"')
    const records = await singleRecords(broken, ids)
    expect(records.map(({ reference, rendered }) => ({ reference, rendered }))).toEqual(
      ids.map((id) => ({ reference: id.slice(0, 13), rendered: true })),
    )
    expect(ids).toHaveLength(4)
  })
})

/** The visible text: a page that is hidden as a whole has none. */
function visibleText(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what cannot be seen does not count
  return page.evaluate(() => (document.body.checkVisibility() ? document.body.innerText.trim() : ''))
}

for (const agent of drawnBots) {
  test.describe(`drawn for ${agent}`, () => {
    test.use({
      userAgent: agents[agent],
      expectedErrors: /Sign-in is not configured|status of (404|500)|Error|outer/,
    })

    test('shows nothing, and what the server rendered where the browser fails', async ({ page, broken }) => {
      const ids: string[] = []
      for (const { path, status, event, heading } of Object.values(places)) {
        // Bots get an empty body for an unknown route, for which browsers show a page of their own.
        if (heading === null || event === 'route.unknown') continue
        const response = await page.goto(path, { waitUntil: 'networkidle' })
        expect(response?.status()).toBe(status)
        await expect.poll(() => visibleText(page)).toBe('')
        ids.push((await response?.headerValue('x-request-id')) ?? '')
      }
      expect(ids).toHaveLength(3)
      for (const record of await singleRecords(broken, ids)) expect(record).toMatchObject({ rendered: false })

      const before = broken.records().length
      const reports = () =>
        broken
          .records()
          .slice(before)
          .filter(({ place }) => place === 'browser')
      await page.goto('/broken/browser-throws')
      await expect.poll(() => reports().length).toBeGreaterThan(0)
      // By then a second one would have come.
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect(reports()).toHaveLength(1)
      expect(reports()[0]).toMatchObject({ rendered: false, message: 'outer' })
      expect(reports()[0]?.bot).not.toBe(false)
      await expect(page.getByText('What the server has drawn')).toBeVisible()
      await expect(page.getByText('Internal Server Error')).toHaveCount(0)
      await expect(page.getByText('Try again')).toHaveCount(0)
    })
  })
}
