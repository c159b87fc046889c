import type { Page } from '@playwright/test'
import { expectNoFault } from '../support/axe'
import { openWithBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { collectScripts } from '../support/scripts'

const staticPages = ['/', '/terms', '/privacy', '/contact']
const dynamicPages = ['/login', '/debug-config', '/auth/success', '/auth/action?mode=signIn&oobCode=made-up']

const unavailable = '/api/unavailable?next=%2Fterms'

/** The addresses of other sites that have answered since. */
function collectStrangers(page: Page, url: string): string[] {
  const strangers: string[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(url)) strangers.push(response.url())
  })
  return strangers
}

test('a static page is prerendered, asks nobody else for anything and loads no sign-in code', async ({
  page,
  site,
  context,
}) => {
  const strangers = collectStrangers(page, site.url)
  for (const path of staticPages) {
    await test.step(path, async () => {
      // What the page before still loads is not this one's.
      await page.goto('about:blank')
      const scriptsOf = collectScripts(page)
      const response = await page.goto(path, { waitUntil: 'networkidle' })
      expect(response?.headers()['cache-control']).toBe('s-maxage=31536000')
      expect(strangers).toEqual([])
      const scripts = await scriptsOf()
      expect(scripts.length).toBeGreaterThan(0)
      expect(scripts.filter((script) => /firebase|identitytoolkit/i.test(script))).toEqual([])
      expect(await context.cookies()).toEqual([])
    })
  }
})

test.describe('whoever has not chosen yet', () => {
  test.use({ hasChosen: false })

  test('a static page stores nothing, asks nobody else and loads no sign-in code, with the banner', async ({
    page,
    site,
    context,
  }) => {
    const strangers = collectStrangers(page, site.url)
    for (const path of staticPages) {
      await test.step(path, async () => {
        await page.goto('about:blank')
        const scriptsOf = collectScripts(page)
        await openWithBanner(page, path)
        expect(strangers).toEqual([])
        expect((await scriptsOf()).filter((script) => script.includes('identitytoolkit'))).toEqual([])
        expect(await context.cookies()).toEqual([])
        expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
      })
    }
  })
})

test('one font family in weights 300 to 900 is preloaded from this site', async ({ page }) => {
  await page.goto('/')
  const preload = page.locator('link[rel=preload][as=font]')
  await expect(preload).toHaveCount(1)
  await expect(preload).toHaveAttribute('href', /^\/_next\/static\/media\/.*\.woff2$/)
  const weights = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].map(({ weight, status }) => `${weight} ${status}`)
  })
  expect(weights).toContain('300 900 loaded')
})

test.describe('an unknown address', () => {
  test.use({ expectedErrors: /404 \(Not Found\)/ })

  test('is a 404 that names it, and a line in the log', async ({ page, site }) => {
    const response = await page.goto('/no/such/page?with=query')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByText('Page not found: /no/such/page', { exact: true })).toBeVisible()
    const unknown = () => site.records().filter(({ event }) => event === 'route.unknown')
    await expect.poll(unknown).toContainEqual(expect.objectContaining({ path: '/no/such/page', status: 404 }))
  })
})

test.describe('each page', () => {
  test.use({ expectedErrors: /404 \(Not Found\)|503 \(Service Unavailable\)/ })

  test('shows the banner of the emulator, red, fixed, and taking no click, and has no fault that axe can find', async ({
    page,
  }) => {
    for (const path of [...staticPages, ...dynamicPages, '/no/such/page', unavailable]) {
      await test.step(path, async () => {
        await page.goto(path)
        const banner = page.getByText('Running in emulator mode. Do not use with production credentials.', {
          exact: true,
        })
        await expect(banner).toBeVisible()
        await expect(banner).toHaveCSS('position', 'fixed')
        await expect(banner).toHaveCSS('background-color', 'rgb(179, 0, 27)')
        await expect(banner).toHaveCSS('pointer-events', 'none')
        // That one tries again by itself, which axe takes for a time limit.
        if (path !== unavailable) await expectNoFault(page)
      })
    }
  })
})
