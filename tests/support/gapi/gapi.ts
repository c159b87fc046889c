import type { BrowserContext, Page } from '@playwright/test'

/** Gives pages and the emulator's frame a stand-in for Google's loader script. Returns how often it was asked for. */
export async function standInForGapi(context: BrowserContext): Promise<{ requests: string[] }> {
  const requests: string[] = []
  await context.route('https://apis.google.com/**', (route) => {
    requests.push(route.request().url())
    return route.fulfill({ path: 'tests/support/gapi/api.js', contentType: 'text/javascript' })
  })
  // The emulator's page loads its looks from there.
  await context.route(/^https:\/\/(unpkg\.com|fonts\.googleapis\.com)\//, (route) =>
    route.fulfill({ body: '' }),
  )
  return { requests }
}

/** In the emulator's window: makes an account of the provider with this address, and signs in with it. */
export async function signInAtProvider(window: Page, { email }: { email: string }): Promise<void> {
  await window.locator('#add-account-button').click()
  await window.locator('#email-input').fill(email)
  await window.locator('#sign-in').click()
}
