import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { collectStored } from '../support/browser-data'
import { setBannerDelay, showBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { changeConfig, exampleOperator } from '../support/operator'
import { collectScripts } from '../support/pages'
import { signInWithoutForm } from '../support/visitor'

const staticPages = ['/terms', '/privacy', '/contact', '/']
const dynamicPages = ['/login', '/debug-config', '/auth/success', '/auth/action?mode=signIn&oobCode=made-up']

/** The URLs of other sites that respond from now on. */
function collectStrangers(page: Page, url: string): string[] {
  const strangers: string[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(url)) strangers.push(response.url())
  })
  return strangers
}

/** The emulator banner is red and fixed, and takes no clicks. */
async function expectWarning(page: Page): Promise<void> {
  const banner = page.getByText('Running in emulator mode. Do not use with production credentials.', {
    exact: true,
  })
  await expect(banner).toBeVisible()
  await expect(banner).toHaveCSS('position', 'fixed')
  await expect(banner).toHaveCSS('background-color', 'rgb(179, 0, 27)')
  await expect(banner).toHaveCSS('pointer-events', 'none')
}

test.describe('without a cookie choice', () => {
  test.use({ hasChosen: false })

  test('static pages are prerendered and accessible, and store nothing', async ({ page, site }) => {
    const strangers = collectStrangers(page, site.url)
    await setBannerDelay(page, 'when called')
    const expectNothingKept = async () => {
      expect(strangers).toEqual([])
      expect(await collectStored(page)).toEqual([])
    }
    for (const path of staticPages) {
      await test.step(path, async () => {
        // Ends what the last page still loads.
        await page.goto('about:blank')
        const scriptsOf = collectScripts(page)
        const response = await page.goto(path, { waitUntil: 'networkidle' })
        expect(response?.headers()['cache-control']).toBe('s-maxage=31536000')
        const scripts = await scriptsOf()
        expect(scripts.length).toBeGreaterThan(0)
        expect(scripts.filter((script) => /firebase|identitytoolkit/i.test(script))).toEqual([])
        await expectNothingKept()
        await expectWarning(page)
        await expectAccessible(page)
        await expect(page.getByRole('button', { name: 'Your privacy choices' })).toHaveCount(0)
        await showBanner(page)
        expect((await scriptsOf()).filter((script) => script.includes('identitytoolkit'))).toEqual([])
        await expectNothingKept()
      })
    }
    await test.step('one font family in weights 300 to 900 is preloaded from this site', async () => {
      const preload = page.locator('link[rel=preload][as=font]')
      await expect(preload).toHaveCount(1)
      await expect(preload).toHaveAttribute('href', /^\/_next\/static\/media\/.*\.woff2$/)
      const weights = await page.evaluate(async () => {
        await document.fonts.ready
        return [...document.fonts].map(({ weight, status }) => `${weight} ${status}`)
      })
      expect(weights).toContain('300 900 loaded')
    })
  })
})

test.describe('dynamic pages', () => {
  test.use({ expectedErrors: /404 \(Not Found\)|503 \(Service Unavailable\)/ })

  test('dynamic pages are accessible, and an unknown path is a 404 that names it', async ({ page }) => {
    for (const path of dynamicPages) {
      await page.goto(path)
      await expectAccessible(page)
    }
    // It retries by itself, which axe takes for a time limit.
    await page.goto('/api/unavailable?next=%2Fterms')
    await expectWarning(page)
    const response = await page.goto('/no/such/page?with=query')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByText('Page not found: /no/such/page', { exact: true })).toBeVisible()
    await expectWarning(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 640 })
    const rest = 'x'.repeat(600)
    await page.goto(`/n%C3%B6pe/${rest}`)
    await expect(page.getByText(`Page not found: /nöpe/${rest}`, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})

test.describe('by a slow network', () => {
  test.use({ expectedErrors: /404 \(Not Found\)/ })

  /** Of all that moved on the page, in Chromium's measure: over 0.1 people notice. */
  async function layoutShift(page: Page, path: string): Promise<number> {
    await page.goto(path)
    await expectWarning(page)
    await page.waitForLoadState('networkidle')
    return page.evaluate(async () => {
      const entries = await new Promise<PerformanceEntryList>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({
          type: 'layout-shift',
          buffered: true,
        })
        setTimeout(() => resolve([]), 200)
      })
      return entries.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)
    })
  }

  test('nothing moves while a page loads, with an operator in the settings or not', async ({
    page,
    site,
  }) => {
    await signInWithoutForm(page, site, await createAccount(site))
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
    const kilobyte = 1024
    const speed = { downloadThroughput: 200 * kilobyte, uploadThroughput: 90 * kilobyte }
    await devTools.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...speed })
    for (const operator of [null, exampleOperator]) {
      if (operator) await changeConfig(page, { operator })
      for (const [width, height] of [
        [360, 640],
        [1280, 860],
      ] as const) {
        await page.setViewportSize({ width, height })
        for (const path of ['/nope', '/privacy', '/terms', '/contact', '/app/trash'])
          expect(await layoutShift(page, path), `${path} at ${width}`).toBeLessThan(0.01)
      }
    }
  })
})
