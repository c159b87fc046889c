/** The pages of notes as people find their way on them: the list, and a note that is read or written. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The rows that have this text, or all. */
export function rows(page: Page, text: string | RegExp = ''): Locator {
  return page.getByRole('region', { name: 'Notes' }).getByRole('listitem').filter({ hasText: text })
}

/** The name of a note in the list, which leads to it. */
export function noteLink(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Notes' }).getByRole('link', { name, exact: true })
}

/** The names of the notes in their order. */
export function noteNames(page: Page): Locator {
  return page.getByRole('region', { name: 'Notes' }).getByRole('heading', { level: 2 })
}

/** The text of the note that is being written. */
export function noteField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Note', exact: true })
}

/** The page of a note, as it is read. */
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

/** From the list. */
export async function openNote(page: Page, name: string): Promise<void> {
  await noteLink(page, name).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeEnabled()
}

/** Of the note on the page. */
export async function editNote(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(noteField(page)).toBeFocused()
  return noteField(page)
}

/** The line that says how far saving has come; what is only announced isn't part of it. */
export function saveStatus(page: Page): Locator {
  return page.locator('[data-status]')
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(saveStatus(page)).toHaveText(/^Saved (just now|\d)/)
}

/** The page asks for other devices' changes now, as when somebody comes back to it. */
export function triggerSync(page: Page): Promise<boolean> {
  return page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** The addresses that notes are saved to. */
export const saves = '**/api/notes/*'

/** No save arrives any more, from no page of this browser: what is typed stays unsaved. Browsers print it. */
export async function failSaves(page: Page): Promise<void> {
  await page
    .context()
    .route(saves, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
}

/** From now on the site doesn't answer who saves on this page. */
export async function holdSaves(page: Page): Promise<void> {
  await page.route(saves, (route) => (route.request().method() === 'PUT' ? undefined : route.fallback()))
}

/** Has a note that isn't saved, whatever the page tries. */
export async function writeUnsaved(page: Page, text: string): Promise<void> {
  await failSaves(page)
  await (await startNote(page)).fill(text)
  await expect(saveStatus(page)).toHaveText('Not saved: we couldn’t reach the server. We’ll retry.')
}
