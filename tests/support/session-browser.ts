/** Browsers at a site whose provider is the stand-in for Google. */
import type { BrowserContext, Page } from '@playwright/test'
import { describeConsent } from '@/lib/consent/record'
import { closeContext } from './browser'
import { refusal, rememberRefusal } from './fixtures'
import type { Account } from './google/project'
import { signIn } from './visitor'
import { type World, test as worldTest } from './world'

/** A browser context, which the test closes. */
export async function createContext(world: World): Promise<BrowserContext> {
  const browser = await world.openBrowser()
  const context = await browser.newContext({ baseURL: world.site.url, ignoreHTTPSErrors: true })
  await context.addInitScript(rememberRefusal, describeConsent(refusal))
  return context
}

/** For tests of one page. */
export const test = worldTest.extend<{ page: Page }>({
  page: async ({ world }, use) => {
    const context = await createContext(world)
    await use(await context.newPage())
    await closeContext(context)
  },
})

let people = 0

/** A new account that signed in by the form, five days ago by the provider's clock. */
export async function signInLongAgo(world: World, page: Page): Promise<Account> {
  people += 1
  const email = `at-browser-${people}@example.com`
  const account = world.google.accounts.add(email, 'correct horse', { validSinceSeconds: 0 })
  await signIn(page, account)
  world.google.accounts.ageSignIns(5 * 24 * 3600)
  return account
}

/** Replaces the session cookie. */
export async function setCookie(context: BrowserContext, world: World, value: string): Promise<void> {
  await context.addCookies([
    { name: '__session', value, url: world.site.url, httpOnly: true, sameSite: 'Lax' },
  ])
}
