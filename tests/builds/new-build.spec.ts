/** A new build under an open page. `follow` proves when a page polls, `two-builds` has a real second build. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { waitUntilHandled } from '../support/pages'

async function openPage(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.route('**/builds/latest.json?*', (route) =>
    route.fulfill({ json: { id: 'another-build', timestamp: Date.now() + 86_400_000 } }),
  )
  const manifest = page.waitForResponse('**/builds/meta/*.json')
  await page.goto(path)
  expect((await waitUntilHandled(page, manifest)).status()).toBe(200)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
}

async function pollBuild(page: Page): Promise<void> {
  const latest = page.waitForResponse('**/builds/latest.json?*')
  await page.clock.fastForward('01:30:30')
  await waitUntilHandled(page, latest)
}

const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window)

test('with a new build the next navigation loads a document, and nothing happens before', async ({
  page,
}) => {
  await openPage(page, '/')
  const open = async (name: 'Terms' | 'Privacy') => {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`))
  }
  await open('Terms')
  expect(await isSameDocument(page)).toBe(true)
  await pollBuild(page)
  expect(await isSameDocument(page)).toBe(true)
  await open('Privacy')
  expect(await isSameDocument(page)).toBe(false)
})
