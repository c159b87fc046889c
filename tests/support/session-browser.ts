/** Browsers at a site whose provider is the stand-in for Google. */
import type { BrowserContext, Page } from '@playwright/test'
import { describeConsent } from '@/lib/consent/record'
import { closeContext } from './browser'
import { refusal, rememberRefusal } from './fixtures'
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
