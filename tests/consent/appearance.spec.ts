/** When the banner comes, and to whom. */
import type { Route } from '@playwright/test'
import { consentOn } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { stopClock } from '../support/pages'

test.use({ hasChosen: false })

test('the banner appears a second after the load', async ({ page }) => {
  const { banner, settings, reject } = consentOn(page)
  const status = page.getByRole('status').first()
  const email = page.getByLabel('Email')
  await page.clock.install()
  await stopClock(page)
  await page.goto('/login')
  await expect(settings).toBeEnabled()
  await expect(status).toBeAttached()
  await email.focus()
  await page.keyboard.type('ada@')
  await page.clock.runFor(900)
  await expect(banner).toHaveCount(0)
  await expect(status).toHaveText('')
  await page.clock.runFor(200)
  await expect(banner).toBeVisible()
  // In a status that was there before, and without taking the focus.
  await expect(status).toHaveText('We use cookies. You can choose at the start of this page.')
  await page.keyboard.type('example.com')
  await expect(email).toHaveValue('ada@example.com')
  await reject.click()
  await page.clock.runFor(100)
  await expect(status).toHaveText('')
})

test('the second starts after the load, and the banner outlasts a navigation', async ({ page }) => {
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
  await page.clock.resume()
  await test.step('it stays during a navigation, and is not announced again', async () => {
    const status = page.getByRole('status').first()
    await expect(status).toHaveText(/^We use cookies\./)
    await banner.evaluate((element) => element.setAttribute('data-same', ''))
    await status.evaluate((element) =>
      new MutationObserver(() => element.setAttribute('data-said-again', '')).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      }),
    )
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await expect(page).toHaveURL('/terms')
    await expect(banner).toHaveAttribute('data-same', '')
    await expect(status).toHaveText(/^We use cookies\./)
    await expect(status).not.toHaveAttribute('data-said-again')
  })
})
