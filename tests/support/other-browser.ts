/** For tests that need what Playwright switches off in each browser: a browser of the test's own, as people have it. */
import { type BrowserContext, chromium, type LaunchOptions } from '@playwright/test'
import { requireBrowser } from './browser'

type Needs = { launchOptions: LaunchOptions; baseURL: string | undefined; userAgent: string | undefined }

/** A `context` for `test.use`, in a browser that is started without these switches. */
export function contextWithout(...switches: string[]) {
  return async (
    { launchOptions, baseURL, userAgent }: Needs,
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> => {
    const executablePath = requireBrowser()
    const browser = await chromium.launch({ ...launchOptions, executablePath, ignoreDefaultArgs: switches })
    await use(await browser.newContext({ ...(baseURL && { baseURL }), ...(userAgent && { userAgent }) }))
    await browser.close()
  }
}
