import { expect, test } from '@playwright/test'
import { horizontalOverflow, runAxe } from '../support/axe'
import { pageOf } from './review-samples'

test('the page of a review has no fault that axe finds, in light and dark, and requests nothing', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.setContent(pageOf('A/very-long-text-that-somebody-sent '.repeat(8)))
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    expect((await runAxe(page)).faults).toEqual([])
    expect(await horizontalOverflow(page)).toEqual([])
  }
  expect(requests).toEqual([])
})
