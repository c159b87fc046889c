import type { Page } from '@playwright/test'
import { type Provider, providerNames, providers } from '@/lib/identity/providers'
import { expect, newCredentials, test } from '../support/fixtures'
import { signInAtProvider, standInForGapi } from '../support/gapi/gapi'

// Thrown by the SDK with every window: see `isSdkNoise`.
test.use({ expectedErrors: /auth\/internal-error/ })

const buttonOf = (page: Page, provider: Provider) =>
  page.getByRole('button', { name: `Continue with ${providerNames[provider]}` })

for (const provider of providers)
  test(`${providerNames[provider]} signs a visitor in by a window of 500 × 600`, async ({ page }) => {
    const { email } = newCredentials()
    await standInForGapi(page.context())
    await page.goto('/login?next=%2Fapp%2Faccount')
    const opening = page.waitForEvent('popup')
    await buttonOf(page, provider).click()
    const window = await opening
    await expect(page.getByText(`Waiting for ${providerNames[provider]}`)).toBeVisible()
    await signInAtProvider(window, { email })
    await expect(page).toHaveURL('/app/account')
    await expect(page.getByText(email).first()).toBeVisible()
  })

for (const provider of providers)
  test(`${providerNames[provider]} signs a visitor in on its page where windows are blocked`, async ({
    page,
  }) => {
    const { email } = newCredentials()
    await standInForGapi(page.context())
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto('/login?next=%2Fapp%2Faccount')
    await buttonOf(page, provider).click()
    await page.waitForURL('**/emulator/auth/handler?**')
    await signInAtProvider(page, { email })
    await expect(page).toHaveURL('/app/account')
    await expect(page.getByText(email).first()).toBeVisible()
  })
