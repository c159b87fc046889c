import type { Route } from '@playwright/test'
import { consentLastsMs, consentPolicy } from '@/lib/consent'
import { consentOn, rememberChoice, type Stored } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { stopClock } from '../support/page-clock'

test.use({ hasChosen: false })

test('the banner appears one second after the page has loaded', async ({ page }) => {
  const { banner, settings } = consentOn(page)
  await page.clock.install()
  await stopClock(page)
  await page.goto('/')
  await expect(settings).toBeEnabled()
  await page.clock.runFor(900)
  await expect(banner).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(banner).toBeVisible()
})

test('the second begins when all has loaded, not when the scripts run', async ({ page }) => {
  const { banner, settings } = consentOn(page)
  const held: Route[] = []
  await page.route('**/*.woff2', (route) => void held.push(route))
  await page.clock.install()
  await stopClock(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(settings).toBeEnabled()
  await page.clock.runFor(5_000)
  await expect(banner).toHaveCount(0)
  expect(held.length).toBeGreaterThan(0)
  for (const route of held) await route.continue()
  await page.waitForLoadState('load')
  await page.clock.runFor(900)
  await expect(banner).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(banner).toBeVisible()
})

const choice = { essential: true, analytics: false, marketing: true, policy: consentPolicy, type: 'custom' }
const json = (changes: object = {}) => JSON.stringify({ ...choice, ...changes })
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const aDayMs = 86_400_000

const notChoices: { what: string; stored: Stored }[] = [
  { what: 'is malformed', stored: { choice: '{"essential":true', time: inMs(-aDayMs) } },
  { what: 'has no time', stored: { choice: json(), time: null } },
  { what: 'has a time alone', stored: { choice: null, time: inMs(-aDayMs) } },
  { what: 'has words for booleans', stored: { choice: json({ analytics: 'no' }), time: inMs(-aDayMs) } },
  { what: 'is from the future', stored: { choice: json(), time: inMs(aDayMs) } },
  { what: 'is older than six months', stored: { choice: json(), time: inMs(-consentLastsMs - aDayMs) } },
  { what: 'is of another policy', stored: { choice: json({ policy: 0 }), time: inMs(-aDayMs) } },
]

for (const { what, stored } of notChoices) {
  test(`a stored answer that ${what} is asked for again`, async ({ page }) => {
    await rememberChoice(page, stored)
    await page.goto('/')
    await expect(consentOn(page).banner).toBeVisible()
  })
}

for (const ageMs of [0, aDayMs, consentLastsMs - aDayMs]) {
  test(`whoever has chosen ${ageMs / aDayMs} days ago is not asked`, async ({ page }) => {
    const { banner, settings } = consentOn(page)
    await rememberChoice(page, { choice: json(), time: inMs(-ageMs) })
    await page.clock.install()
    await page.goto('/')
    await expect(settings).toBeEnabled()
    await page.clock.fastForward(10_000)
    // Whatever the page shows of its own accord has come by the time that the dialog has.
    await settings.click()
    await expect(consentOn(page).marketing).toBeChecked()
    await expect(banner).toHaveCount(0)
  })
}

for (const path of ['/', '/terms', '/privacy', '/contact', '/login', '/debug-config', '/auth/success']) {
  test(`${path} has the banner`, async ({ page }) => {
    await page.goto(path)
    await expect(consentOn(page).banner).toBeVisible()
  })
}

test.describe('an unknown address', () => {
  test.use({ expectedErrors: /404 \(Not Found\)/ })

  test('has the banner', async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(consentOn(page).banner).toBeVisible()
  })
})

test('the banner stays over a change of pages, and is not announced again', async ({ page }) => {
  const { banner } = consentOn(page)
  await page.goto('/')
  await expect(banner).toBeVisible()
  await banner.evaluate((element) => element.setAttribute('data-same', ''))
  const status = page.getByRole('status').first()
  await expect(status).toHaveText(/^We use cookies\./)
  await status.evaluate((element) =>
    new MutationObserver(() => element.setAttribute('data-said-again', '')).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    }),
  )
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL('/terms')
  await expect(banner).toHaveAttribute('data-same', '')
  await expect(status).toHaveText(/^We use cookies\./)
  await expect(status).not.toHaveAttribute('data-said-again')
})

test('a screen reader is told politely, in a status that was there before', async ({ page }) => {
  const { settings, banner } = consentOn(page)
  const status = page.getByRole('status').first()
  await page.clock.install()
  await stopClock(page)
  await page.goto('/')
  await expect(settings).toBeEnabled()
  await expect(status).toBeAttached()
  await expect(status).toHaveText('')
  await page.clock.runFor(1_100)
  await expect(banner).toBeVisible()
  await expect(status).toHaveText('We use cookies. You can choose at the start of this page.')
  await consentOn(page).reject.click()
  await page.clock.runFor(100)
  await expect(status).toHaveText('')
})

test('the banner steals no focus and is what the keyboard finds first', async ({ page }) => {
  const { banner, close, reject, customize, accept } = consentOn(page)
  await page.goto('/')
  await expect(banner).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
  for (const button of [close, reject, customize, accept]) {
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('banner').getByRole('link').first()).toBeFocused()
})

test('whoever is typing when it appears goes on typing', async ({ page }) => {
  const { settings, banner } = consentOn(page)
  await page.clock.install()
  await stopClock(page)
  await page.goto('/login')
  await expect(settings).toBeEnabled()
  await page.getByLabel('Email').focus()
  await page.keyboard.type('ada@')
  await page.clock.runFor(1_100)
  await expect(banner).toBeVisible()
  await page.keyboard.type('example.com')
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
})
