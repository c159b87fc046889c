import type { Page, Response } from '@playwright/test'

/** Waits until the page has handled a response: a later request of its own has been answered, too. */
export async function waitUntilHandled(page: Page, answer: Promise<Response>): Promise<Response> {
  const response = await answer
  await response.finished()
  await page.evaluate(async () => {
    const later = await fetch('/api/health')
    await later.text()
  })
  return response
}
