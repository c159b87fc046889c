/** A link leads to a page whose code can't be loaded. */
import type { Page } from '@playwright/test'
import { chunkReload } from '@/lib/errors/script-retry'
import { test } from '../support/builds/broken-site'
import { expect } from '../support/fixtures'
import { removeRoute } from '../support/pages'
import { countLoads } from './count-loads'

test.use({
  expectedErrors:
    /Sign-in is not configured|Failed to load resource|net::ERR_|ChunkLoadError|Failed to load chunk/,
})

const chunks = /\/_next\/static\/chunks\/.*\.js/
const path = '/broken/with-part'

/** Follows the link while all chunks fail. Counts the page loads. */
async function goWithoutParts(page: Page, leftMs: number): Promise<() => number> {
  // What was recent stays so, however long the page takes.
  await page.clock.setFixedTime(new Date())
  await page.goto('/broken/links', { waitUntil: 'networkidle' })
  await page.evaluate(
    ({ path, leftMs }) =>
      sessionStorage.setItem(
        'foyer-chunk-reload',
        JSON.stringify({ path, until: Date.now() + leftMs, typed: {} }),
      ),
    { path, leftMs },
  )
  await page.route(chunks, (route) => route.abort())
  const loads = countLoads(page)
  await page.getByRole('link', { name: 'To the page with a part' }).click()
  return loads
}

test('after a recent reload the page shows a message and a link', async ({ page }) => {
  const loads = await goWithoutParts(page, chunkReload.minIntervalMs)
  // The error page's chunk can't be loaded either.
  await expect(page.getByRole('heading', { name: 'couldn’t be loaded' })).toBeVisible()
  expect(loads()).toBe(0)
  await removeRoute(page, chunks)
  await page.getByRole('link', { name: 'Reload it' }).click()
  await expect(page.getByRole('button', { name: 'The part is here' })).toBeVisible()
})
