/** The page of notes as people find their way in it: by rows, and by the one that has the focus. */
import { expect, type Locator, type Page } from '@playwright/test'

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

/** The text of the note that is being written. */
export function textField(page: Page): Locator {
  return page.getByLabel('Note', { exact: true })
}

/** Begins a new note. */
export async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New note' }).click()
  await textField(page).fill(text)
}

/** All that is typed has been saved. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.locator('[data-status="saved"]').getByText('Saved just now')).toBeVisible()
}

/** From now on the site doesn't answer who saves. */
export async function holdSaves(page: Page): Promise<void> {
  await page.route('**/api/notes/*', (route) =>
    route.request().method() === 'PUT' ? undefined : route.fallback(),
  )
}

/** Begins a new note that stays unsaved. */
export async function writeUnsaved(page: Page, text: string): Promise<void> {
  await holdSaves(page)
  await writeNote(page, text)
}
