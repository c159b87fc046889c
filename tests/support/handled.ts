import type { Page, Response } from '@playwright/test'

/** Until the page has done what it does with an answer: a question that it asks later has been answered, too. */
export async function waitUntilHandled(page: Page, answer: Promise<Response>): Promise<Response> {
  const response = await answer
  await response.finished()
  await page.evaluate(async () => {
    const later = await fetch('/api/health')
    await later.text()
  })
  return response
}
