/** Failures in the browser: people get a message, and the log has it. What bots get: `places`. */

import { createFrameNames } from '@/scripts/logs/maps'
import { keepMaps } from '@/scripts/start/maps'
import { secretWords } from '../support/builds/broken-pages'
import { test } from '../support/builds/broken-site'
import { expect } from '../support/fixtures'
import { stopClock } from '../support/pages'
import type { LogLine, Site } from '../support/site'

test.use({
  expectedErrors:
    /Sign-in is not configured|outer|status of 500|Minified React|thrown by a handler|nobody waits|number \d/,
})

test('a component that throws shows a message and its reference in the log', async ({
  page,
  broken,
  brokenFolder,
}) => {
  const before = broken.records().length
  await page.clock.install()
  await stopClock(page)
  await page.goto('/broken/browser-throws')
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  await expect(page.getByText('inner cause')).toHaveCount(0)
  const reference = await page.locator('code').textContent()
  await page.clock.runFor(1_000)
  const record = await onlyReport(broken, before)
  expect(record).toMatchObject({
    event: 'error.thrown',
    place: 'browser',
    reference,
    path: '/broken/browser-throws',
    route: '/broken/{place}',
    status: null,
    bot: false,
    rendered: true,
    name: 'Error',
    message: 'outer',
    causes: [{ name: 'TypeError', message: secretWords.replace('somebody@example.com', '[mail]') }],
  })
  await keepMaps(`${brokenFolder}/.next`)
  const nameFrames = createFrameNames([`${brokenFolder}/.next`])
  expect(nameFrames(String(record.stack).split('\n').slice(1, 2))).toEqual([
    expect.stringMatching(/app\/broken\/browser-throws\/fuse\.tsx:6:\d+\)?$/),
  ])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
})

test('a page that fails on navigation shows the reference of its request', async ({ page, broken }) => {
  await page.goto('/broken/links')
  await page.getByRole('link', { name: 'To the page that throws' }).click()
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  const reference = await page.locator('code').textContent()
  const record = () => broken.records().find((line) => line.reference === reference)
  await expect.poll(record).toMatchObject({ place: 'render', path: '/broken/page-throws', message: 'outer' })
})

test('uncaught errors are reported, at most ten, and nothing is shown', async ({ page, broken }) => {
  const before = broken.records().length
  await page.goto('/terms')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('thrown by a handler')
    })
  })
  expect(await onlyReport(broken, before)).toMatchObject({
    name: 'RangeError',
    rendered: false,
    path: '/terms',
  })
  await page.evaluate(() => void Promise.reject(new SyntaxError('nobody waits')))
  const names = () => reportsSince(broken, before).map(({ name }) => name)
  await expect.poll(names).toEqual(['RangeError', 'SyntaxError'])
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toHaveCount(0)

  await page.evaluate(() => {
    for (let number = 0; number < 40; number++)
      setTimeout(() => {
        throw new Error(`number ${number}`)
      })
  })
  await expect.poll(names).toHaveLength(10)
  await page.waitForTimeout(1_000)
  expect(names()).toHaveLength(10)
})

function reportsSince(site: Site, before: number): LogLine[] {
  return site
    .records()
    .slice(before)
    .filter(({ place }) => place === 'browser')
}

async function onlyReport(site: Site, before: number): Promise<LogLine> {
  await expect.poll(() => reportsSince(site, before).length).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(reportsSince(site, before)).toHaveLength(1)
  return reportsSince(site, before)[0] ?? {}
}
