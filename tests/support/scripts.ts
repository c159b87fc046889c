/** The scripts a page loads. */
import type { Page, Response } from '@playwright/test'

/**
 * Follows what the page loads from now on; returns a way to read all of it so far. Read only when asked: what still
 * comes when a test has ended is nobody's business.
 */
export function collectScripts(page: Page): () => Promise<string[]> {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  return () => Promise.all(scripts.map((script) => script.text()))
}
