/** The page of notes as people find their way in it: by rows, and by the one that has the focus. */
import type { Locator, Page } from '@playwright/test'

/** The rows that have this text, or all. */
export function rows(page: Page, text: string | RegExp = ''): Locator {
  return page.getByRole('region', { name: 'Notes' }).getByRole('listitem').filter({ hasText: text })
}

/** The name of a note, which opens and closes it. */
export function nameOf(page: Page, name: string): Locator {
  return page.getByRole('heading').getByRole('button', { name, exact: true })
}

/** The names of the notes in their order. */
export function namesOn(page: Page): Locator {
  return page.getByRole('region', { name: 'Notes' }).getByRole('heading', { level: 2 })
}
