/** A separate browser, for tests of what Playwright switches off. */
import { type BrowserContext, chromium, type LaunchOptions } from '@playwright/test'
import { requireBrowser } from './browser'

type Needs = { launchOptions: LaunchOptions; baseURL: string | undefined; userAgent: string | undefined }

/** A `context` for `test.use`, in a browser started without these of Playwright's switches. */
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
