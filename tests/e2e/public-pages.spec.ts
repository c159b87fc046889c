import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../support/fixtures'
import { collectScripts } from '../support/scripts'

const staticPages = ['/', '/terms', '/privacy', '/contact']
const banner = 'Running in emulator mode. Do not use with production credentials.'

for (const path of staticPages) {
  test(`${path} is prerendered, asks nobody else for anything and loads no sign-in code`, async ({
    page,
    site,
    context,
  }) => {
    const scriptsOf = collectScripts(page)
    const strangers: string[] = []
    page.on('response', (response) => {
      if (!response.url().startsWith(site.url)) strangers.push(response.url())
    })
    const response = await page.goto(path, { waitUntil: 'networkidle' })
    expect(response?.headers()['x-nextjs-cache']).toBe('HIT')
    expect(strangers).toEqual([])
    const scripts = await scriptsOf()
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((script) => /firebase|identitytoolkit/i.test(script))).toEqual([])
    expect(await context.cookies()).toEqual([])
  })
}

test.describe('whoever has not chosen yet', () => {
  test.use({ hasChosen: false })

  for (const path of staticPages) {
    test(`${path} stores nothing, asks nobody else and loads no sign-in code, with the banner`, async ({
      page,
      site,
      context,
    }) => {
      const scriptsOf = collectScripts(page)
      const strangers: string[] = []
      page.on('response', (response) => {
        if (!response.url().startsWith(site.url)) strangers.push(response.url())
      })
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Accept All' })).toBeVisible()
      expect(strangers).toEqual([])
      expect((await scriptsOf()).filter((script) => script.includes('identitytoolkit'))).toEqual([])
      expect(await context.cookies()).toEqual([])
      expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
    })
  }
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

test.describe('the emulator banner', () => {
  test.use({ expectedErrors: /404 \(Not Found\)|503 \(Service Unavailable\)/ })

  for (const path of [
    ...staticPages,
    '/login',
    '/no/such/page',
    '/debug-config',
    '/auth/success',
    '/auth/silent-refresh',
    '/auth/action?mode=signIn&oobCode=made-up',
    '/api/unavailable?next=%2Fterms',
  ]) {
    test(`${path} shows it: red, fixed, and taking no click`, async ({ page }) => {
      await page.goto(path)
      const shown = page.getByText(banner, { exact: true })
      await expect(shown).toBeVisible()
      await expect(shown).toHaveCSS('position', 'fixed')
      await expect(shown).toHaveCSS('background-color', 'rgb(179, 0, 27)')
      await expect(shown).toHaveCSS('pointer-events', 'none')
    })
  }
})

for (const width of [320, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} px wide, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 800 }, colorScheme, expectedErrors: /404 \(Not Found\)/ })

      test('no page has a fault that axe can find, nor scrolls sideways', async ({ page }) => {
        for (const path of [
          ...staticPages,
          '/login',
          '/no/such/page',
          '/debug-config',
          '/auth/success',
          '/auth/action',
        ]) {
          await page.goto(path)
          await expect(page.getByText(banner)).toBeVisible()
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        }
      })
    })
  }
}
