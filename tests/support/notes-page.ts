/** The pages of notes: the list, and a note being read or written. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The rows with this text, or all. */
export function rows(page: Page, text: string | RegExp = ''): Locator {
  return page.getByRole('region', { name: 'Notes' }).getByRole('listitem').filter({ hasText: text })
}

/** The link to a note in the list. */
export function noteLink(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Notes' }).getByRole('link', { name, exact: true })
}

/** The notes' names in their order. */
export function noteNames(page: Page): Locator {
  return page.getByRole('region', { name: 'Notes' }).getByRole('heading', { level: 2 })
}

/** The field of the note's text. */
export function noteField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Note', exact: true })
}

/** The note being read. */
export function noteRead(page: Page): Locator {
  return page.getByRole('article')
}

/** Opens the page of a new note. */
export async function startNote(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'New note' }).click()
  await expect(noteField(page)).toBeFocused()
  return noteField(page)
}

/** Writes a note, and reads it. */
export async function writeNote(page: Page, title: string, text: string): Promise<void> {
  const field = await startNote(page)
  await page.getByLabel('Title').fill(title)
  await field.fill(text)
  await field.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Opens a note from the list. */
export async function openNote(page: Page, name: string): Promise<void> {
  await noteLink(page, name).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeEnabled()
}

/** Opens the editor of the page's note. */
export async function editNote(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(noteField(page)).toBeFocused()
  return noteField(page)
}

/** Deletes the page's note, by its menu. */
export async function deleteNote(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More' })
  // A key isn't held back by a button that waits for hydration.
  await expect(more).toBeEnabled()
  await more.press('Enter')
  await page.getByRole('button', { name: 'Delete' }).press('Enter')
}

/** The visible save status, without the announcement for screen readers. */
export function saveStatus(page: Page): Locator {
  return page.locator('[data-status]')
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(saveStatus(page)).toHaveText(/^Saved (just now|\d)/)
}

/** Has the page fetch other devices' changes now, as when its tab is shown again. */
export function triggerSync(page: Page): Promise<boolean> {
  return page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** The URLs that notes are saved to. */
export const saves = '**/api/notes/*'

/** Fails all saves of this browser from now on, which it logs as errors. */
export async function failSaves(page: Page): Promise<void> {
  await page
    .context()
    .route(saves, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
}

/** Leaves this page's saves without a response from now on. */
export async function holdSaves(page: Page): Promise<void> {
  await page.route(saves, (route) => (route.request().method() === 'PUT' ? undefined : route.fallback()))
}

/** Writes a note that can't be saved. */
export async function writeUnsaved(page: Page, text: string): Promise<void> {
  await failSaves(page)
  await (await startNote(page)).fill(text)
  await expect(saveStatus(page)).toHaveText('Not saved: we couldn’t reach the server. We’ll retry.')
}
