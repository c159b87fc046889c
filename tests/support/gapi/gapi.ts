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

/**
 * A stand-in for the provider's hidden frame, which says on every load whether it can store anything, and tells our page of
 * events as a test wants.
 */
export async function standInForFrame(context: BrowserContext, says: { hasStorage: boolean }) {
  const script = `gapi.load('gapi.iframes', { callback: () => {
    const page = gapi.iframes.getContext().getParentIframe()
    page.register('webStorageSupport', () => ({ webStorageSupport: ${says.hasStorage} }))
    addEventListener('tell', ({ detail }) => page.send('authEvent', detail))
  } })`
  const body = `<script src="https://apis.google.com/js/api.js"></script><script>${script}</script>`
  await context.route(/\/auth\/iframe\?/, (route) => route.fulfill({ body, contentType: 'text/html' }))
}

/** Has that frame tell our page of an event. */
export async function tellFromFrame(page: Page, event: object): Promise<void> {
  const frame = page.frames().find((each) => each.url().includes('/emulator/auth/iframe'))
  await frame?.evaluate((detail) => dispatchEvent(new CustomEvent('tell', { detail })), event)
}

/** In the emulator's window: signs in with an account of the provider that somebody here has. */
export async function chooseAtProvider(window: Page, { email }: { email: string }): Promise<void> {
  await window.locator('.js-reuse-account', { hasText: email }).click()
}

/** Has the provider say that an address is not verified, which the emulator's window cannot. */
export async function sayUnverified(context: BrowserContext): Promise<void> {
  await context.route('**/accounts:signInWithIdp?**', (route) => {
    const sent = route.request().postData() ?? ''
    return route.fallback({ postData: sent.replace(/(email_verified(?:%22|\\")(?:%3A|:))true/g, '$1false') })
  })
}

/** In the emulator's window: makes an account of the provider with this address, and signs in with it. */
export async function signInAtProvider(window: Page, { email }: { email: string }): Promise<void> {
  await window.locator('#add-account-button').click()
  await window.locator('#email-input').fill(email)
  await window.locator('#sign-in').click()
}
