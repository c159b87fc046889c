/** A stand-in for Google's loader script, and the emulator's sign-in window and hidden frame. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { createTlsIdentity } from '../google/certificates'
import { closeServer, listen } from '../ports'

/** The loader's host, and those of the emulator's styles. */
export const gapiHosts = ['apis.google.com', 'unpkg.com', 'fonts.googleapis.com']

/** The stand-in's source. */
export const gapiScript = () => readFileSync(join(__dirname, 'api.js'), 'utf8')

/**
 * Serves these hosts on a free port. A route instead would disable Chromium's cache and pass every request through Playwright.
 */
export async function startGapiServer() {
  const { key, certificate } = await createTlsIdentity()
  const server = createServer({ key, cert: certificate }, (request, response) => {
    response.setHeader('content-type', request.headers.host === gapiHosts[0] ? 'text/javascript' : 'text/css')
    response.end(request.headers.host === gapiHosts[0] ? gapiScript() : '')
  })
  return { port: await listen(server), close: () => closeServer(server) }
}

/**
 * Mocks the provider's hidden frame: it reports whether it has storage, and sends our page the test's events.
 */
export async function mockAuthFrame(context: BrowserContext, says: { hasStorage: boolean }) {
  const script = `gapi.load('gapi.iframes', { callback: () => {
    const page = gapi.iframes.getContext().getParentIframe()
    page.register('webStorageSupport', () => ({ webStorageSupport: ${says.hasStorage} }))
    addEventListener('tell', ({ detail }) => page.send('authEvent', detail))
  } })`
  // A page fulfilled by Playwright counts as a public one, which needs permission to reach this machine.
  await context.grantPermissions(['local-network-access'])
  const body = `<script src="https://apis.google.com/js/api.js"></script><script>${script}</script>`
  await context.route(/\/auth\/iframe\?/, (route) => route.fulfill({ body, contentType: 'text/html' }))
}

/** Sends our page an event from that frame. */
export async function sendFromFrame(page: Page, event: object): Promise<void> {
  const frame = page.frames().find((each) => each.url().includes('/emulator/auth/iframe'))
  await frame?.evaluate((detail) => dispatchEvent(new CustomEvent('tell', { detail })), event)
}

/** Signs in with an existing provider account in the emulator's window. */
export async function chooseAtProvider(window: Page, { email }: { email: string }): Promise<void> {
  await awaitWindow(window)
  await window.locator('.js-reuse-account', { hasText: email }).click()
}

/** Makes the provider report an unverified address, which the emulator's window can't. */
export async function reportUnverified(context: BrowserContext): Promise<void> {
  await context.route('**/accounts:signInWithIdp?**', (route) => {
    const sent = route.request().postData() ?? ''
    return route.fallback({ postData: sent.replace(/(email_verified(?:%22|\\")(?:%3A|:))true/g, '$1false') })
  })
}

/** Creates a provider account with this address in the emulator's window, and signs in with it. */
export async function signInAtProvider(window: Page, { email }: { email: string }): Promise<void> {
  await awaitWindow(window)
  await window.locator('#add-account-button').click()
  await window.locator('#email-input').fill(email)
  await window.locator('#sign-in').click()
}

/** Waits for the window's script, which runs after its buttons show. */
function awaitWindow(window: Page): Promise<void> {
  return window.waitForURL('**/emulator/auth/handler?*', { waitUntil: 'domcontentloaded' })
}
