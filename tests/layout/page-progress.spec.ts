import type { Page } from '@playwright/test'
import * as brand from '@/lib/site/brand'
import { expect, test } from '../support/fixtures'
import { stopClock } from '../support/pages'

/** Holds all of Next's requests for pages until they are released. */
async function holdPages(page: Page): Promise<{ release: (how: 'answer' | 'fail') => void }> {
  let release: (how: 'answer' | 'fail') => void = () => undefined
  const released = new Promise<'answer' | 'fail'>((resolve) => {
    release = resolve
  })
  await page.route(
    ({ searchParams }) => searchParams.has('_rsc'),
    async (route) => ((await released) === 'answer' ? route.continue() : route.abort()),
  )
  return { release }
}

const progress = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading…' })

test('the bar shows and announces loading after 300 ms, and not before', async ({ page }) => {
  await page.clock.install()
  const { release } = await holdPages(page)
  await page.goto('/')
  // The emulator banner pads the page.
  await expect(page.getByText('Running in emulator mode')).toBeVisible()
  const height = () => page.evaluate(() => document.body.getBoundingClientRect().height)
  const heightBefore = await height()
  await stopClock(page)
  await page.getByRole('link', { name: 'Terms' }).click()
  await page.clock.runFor(290)
  await expect(progress(page)).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(progress(page)).toBeVisible()
  expect((await progress(page).boundingBox())?.height).toBe(4)
  expect(await height()).toBe(heightBefore)
  expect(new URL(page.url()).pathname).toBe('/')

  await test.step('returning to the current page removes it', async () => {
    await page.clock.resume()
    await page.getByRole('link', { name: brand.name }).first().click()
    await expect(progress(page)).toHaveCount(0)
  })

  await test.step('the loaded page is announced', async () => {
    await page.getByRole('link', { name: 'Terms' }).click()
    await expect(progress(page)).toBeVisible()
    release('answer')
    await expect(page).toHaveURL(/\/terms$/)
    await expect(progress(page)).toHaveCount(0)
    await expect(page.locator('next-route-announcer')).toContainText('Terms')
  })
})
