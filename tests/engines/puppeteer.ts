/** Firefox by WebDriver BiDi, and Chromium, with Puppeteer. */
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { browserArguments, findQuickBrowser } from '../support/browser'
import { locate, selectField, type Target } from './locate'
import { engines } from './programs'
import type { Engine, Tab, Visit } from './tab'

/** Firefox reaches only this machine: everything else goes to a proxy that doesn't exist. */
const preferences = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
}

export async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: engines.firefox.find() ?? '',
    extraPrefsFirefox: preferences,
    headless: true,
    acceptInsecureCerts: true,
    timeout: 120_000,
    protocolTimeout: 60_000,
  })
  return { visit: () => openVisit(browser), close: () => browser.close() }
}

export async function startChromium(): Promise<Engine> {
  const browser = await puppeteer.launch({
    executablePath: findQuickBrowser() ?? '',
    args: browserArguments(),
    timeout: 120_000,
    protocolTimeout: 60_000,
  })
  return { visit: () => openVisit(browser), close: () => browser.close() }
}

async function openVisit(browser: Browser): Promise<Visit> {
  const context = await browser.createBrowserContext()
  const errors: string[] = []
  const openTab = async (): Promise<Tab> => {
    const page = await context.newPage()
    await page.setViewport({ width: 1280, height: 900 })
    await page.evaluateOnNewDocument(tellViolations)
    page.on(
      'console',
      (message) => message.type() === 'error' && errors.push(`${message.text()} (${message.location().url})`),
    )
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('dialog', (dialog) => dialog.accept())
    return tabOf(page, openTab)
  }
  return { tab: await openTab(), errors, close: () => context.close() }
}

/** Runs in the page, as Firefox doesn't log CSP violations. */
function tellViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`The policy forbids ${blockedURI} by ${violatedDirective}`),
  )
}

function tabOf(page: Page, newTab: () => Promise<Tab>): Tab {
  const find = async (target: Target) => {
    await page.bringToFront()
    return (await page.evaluateHandle(locate, target)).asElement() as ElementHandle<HTMLElement> | null
  }
  const loaded = { waitUntil: 'load', timeout: 60_000 } as const
  return {
    open: async (url) => void (await page.goto(url, loaded)),
    reload: async () => void (await page.reload(loaded)),
    // A page from the back-forward cache has no load event.
    back: () => page.evaluate(() => history.back()),
    resize: (width, height) => page.setViewport({ width, height }),
    run: (script, ...args) => page.evaluate(script as (...args: unknown[]) => unknown, ...args) as never,
    click: async (target) => {
      const element = await find(target)
      await element?.click()
      return element !== null
    },
    select: async (field) => {
      const element = await find(field)
      await element?.evaluate(selectField)
      return element !== null
    },
    choose: async (field, value) => {
      const element = await find(field)
      await element?.select(value)
      return element !== null
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key === 'Space' ? ' ' : key),
    cookie: async (name) =>
      (await page.browserContext().cookies()).find((cookie) => cookie.name === name)?.value ?? null,
    setCookie: ({ name, value }) =>
      page.browserContext().setCookie({
        name,
        value,
        domain: new URL(page.url()).hostname,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
      }),
    newTab,
    picture: async () => Buffer.from(await page.screenshot()),
  }
}
