/** What a browser itself reports of a page's policy, which Chromium does over https only. */
import { expect } from '@playwright/test'
import { closeContext, requireBrowser } from '../support/browser'
import { startOwnDomain } from '../support/own-domain'
import { test } from '../support/world'

test('a script that the policy stops is in the log once, when the page is left', async ({ world }) => {
  const { site, openVisit, close } = await startOwnDomain(world, {
    host: 'www.foyer.test',
    // Chromium's headless shell sends no reports.
    executablePath: requireBrowser(),
  })
  const { context, page } = await openVisit({ hasPopups: true })
  await page.goto('/terms?secret=kept-out')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.bitten = true'
    document.body.append(script)
  })
  // Chromium collects them for a minute otherwise.
  await page.goto('about:blank')
  const lines = () => site.records().filter(({ event }) => event === 'policy.violated')
  await expect.poll(lines).not.toEqual([])
  await closeContext(context)
  await close()
  const expected = { level: 'warn', directive: 'script-src-elem', blocked: 'inline', path: '/terms' }
  expect(lines()).toMatchObject([expected])
  expect(site.lines().join()).not.toContain('kept-out')
})
