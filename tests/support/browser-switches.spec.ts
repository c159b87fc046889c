import { chromium, expect, test } from '@playwright/test'
import { browserArguments, requireBrowser } from './browser'

test('what Playwright switches off in Chromium is off in our browser', async () => {
  const browser = await chromium.launch({
    executablePath: requireBrowser(),
    // Without it Chromium does not tell how it was started.
    args: ['--enable-automation', ...browserArguments()],
  })
  const session = await browser.newBrowserCDPSession()
  const { arguments: line } = await session.send('Browser.getBrowserCommandLine')
  await browser.close()
  const lists = line
    .filter((argument) => argument.startsWith('--disable-features='))
    .map((argument) => argument.replace('--disable-features=', '').split(','))
  expect(lists.length).toBeGreaterThan(1)
  const last = lists.pop()
  for (const feature of lists.flat()) expect(last).toContain(feature)
})
