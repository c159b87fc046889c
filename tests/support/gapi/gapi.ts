/** Google's loader script, which pages and the emulator's frame load, and what the emulator's window says of a person. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { createTlsIdentity } from '../google/certificates'
import { listen } from '../listen'

/** The loader's, and those from which the emulator's pages load their looks. */
export const gapiHosts = ['apis.google.com', 'unpkg.com', 'fonts.googleapis.com']

/** The stand-in for the loader. */
export const gapiScript = () => readFileSync(join(__dirname, 'api.js'), 'utf8')

/**
 * Answers for these hosts, on a free port of this machine. A server rather than a route: with one, Chromium keeps no script
 * from page to page, and asks Playwright about every request.
 */
export async function startGapiServer() {
  const { key, certificate } = await createTlsIdentity()
  const server = createServer({ key, cert: certificate }, (request, response) => {
    response.setHeader('content-type', request.headers.host === gapiHosts[0] ? 'text/javascript' : 'text/css')
    response.end(request.headers.host === gapiHosts[0] ? gapiScript() : '')
  })
  return {
    port: await listen(server),
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * A stand-in for the provider's hidden frame, which says on every load whether it can store anything, and tells our page of
 * events as a test wants.
 */
export async function mockAuthFrame(context: BrowserContext, says: { hasStorage: boolean }) {
  const script = `gapi.load('gapi.iframes', { callback: () => {
    const page = gapi.iframes.getContext().getParentIframe()
    page.register('webStorageSupport', () => ({ webStorageSupport: ${says.hasStorage} }))
    addEventListener('tell', ({ detail }) => page.send('authEvent', detail))
  } })`
  // A page that Playwright answers for counts as one of the internet, which may not ask this machine for anything.
  await context.grantPermissions(['local-network-access'])
  const body = `<script src="https://apis.google.com/js/api.js"></script><script>${script}</script>`
  await context.route(/\/auth\/iframe\?/, (route) => route.fulfill({ body, contentType: 'text/html' }))
}

/** Has that frame tell our page of an event. */
export async function sendFromFrame(page: Page, event: object): Promise<void> {
  const frame = page.frames().find((each) => each.url().includes('/emulator/auth/iframe'))
  await frame?.evaluate((detail) => dispatchEvent(new CustomEvent('tell', { detail })), event)
}

/** In the emulator's window: signs in with an account of the provider that somebody here has. */
export async function chooseAtProvider(window: Page, { email }: { email: string }): Promise<void> {
  await awaitWindow(window)
  await window.locator('.js-reuse-account', { hasText: email }).click()
}

/** Has the provider say that an address is not verified, which the emulator's window cannot. */
export async function reportUnverified(context: BrowserContext): Promise<void> {
  await context.route('**/accounts:signInWithIdp?**', (route) => {
    const sent = route.request().postData() ?? ''
    return route.fallback({ postData: sent.replace(/(email_verified(?:%22|\\")(?:%3A|:))true/g, '$1false') })
  })
}

/** In the emulator's window: makes an account of the provider with this address, and signs in with it. */
export async function signInAtProvider(window: Page, { email }: { email: string }): Promise<void> {
  await awaitWindow(window)
  await window.locator('#add-account-button').click()
  await window.locator('#email-input').fill(email)
  await window.locator('#sign-in').click()
}

/** Its buttons show before the script below them has run. */
function awaitWindow(window: Page): Promise<void> {
  return window.waitForURL('**/emulator/auth/handler?*', { waitUntil: 'domcontentloaded' })
}
