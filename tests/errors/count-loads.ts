import type { Page } from '@playwright/test'

/** Counts how often a page is loaded from now on. */
export function countLoads(page: Page, event: 'load' | 'domcontentloaded' = 'load'): () => number {
  let loads = 0
  const count = () => {
    loads += 1
  }
  // Separate calls, as the overloads of `on` take one name each.
  if (event === 'load') page.on('load', count)
  else page.on('domcontentloaded', count)
  return () => loads
}
