import type { Page } from '@playwright/test'
import { expect, newCredentials, test } from '../support/fixtures'
import { signInAtProvider } from '../support/gapi/gapi'
import { claimsOf } from '../support/visitor'

// Thrown by the SDK with every window: see `isSdkNoise`.
test.use({ expectedErrors: /auth\/internal-error/ })

/** The providers of the specification (section 7), by today's names. */
const providerNames = { google: 'Google', facebook: 'Facebook', github: 'GitHub', twitter: 'X' } as const
type Provider = keyof typeof providerNames
const providers = Object.keys(providerNames) as Provider[]

const buttonOf = (page: Page, provider: Provider) =>
  page.getByRole('button', { name: `Continue with ${providerNames[provider]}` })

/** Alternates, so that two providers use a popup and two a redirect. */
const isBlocked = (provider: Provider) => providers.indexOf(provider) % 2 === 1

/** In one browser, so the form marks the provider last used. */
test('each provider signs a visitor in, by a popup of 500 × 600, or on its page if popups are blocked', async ({
  page,
}) => {
  for (const provider of providers)
    await test.step(providerNames[provider], async () => {
      const { email } = newCredentials()
      await page.goto('/login?next=%2Fdebug-config')
      const last = providers[providers.indexOf(provider) - 1]
      if (last) await expect(buttonOf(page, last)).toHaveAccessibleDescription('Last used')
      await (isBlocked(provider) ? signInOnPage : signInByWindow)(page, provider, email)
      await expect(page).toHaveURL('/debug-config')
      expect(await claimsOf(page)).toMatchObject({ email })
      await page.context().clearCookies()
    })
})

async function signInByWindow(page: Page, provider: Provider, email: string) {
  const opening = page.waitForEvent('popup')
  await buttonOf(page, provider).click()
  const window = await opening
  await expect(page.getByText(`Waiting for ${providerNames[provider]}`)).toBeVisible()
  expect(await window.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  await signInAtProvider(window, { email })
}

async function signInOnPage(page: Page, provider: Provider, email: string) {
  await page.evaluate(() => {
    window.open = () => null
  })
  await buttonOf(page, provider).click()
  await page.waitForURL('**/emulator/auth/handler?**')
  await signInAtProvider(page, { email })
}
