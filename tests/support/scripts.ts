/** The scripts a page loads. */
import type { Page, Response } from '@playwright/test'

/**
 * Collects the scripts the page loads from now on; returns how to read them. Reads them only then, as a test may end before
 * the last one has arrived.
 */
export function collectScripts(page: Page): () => Promise<string[]> {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  return () => Promise.all(scripts.map((script) => script.text()))
}
