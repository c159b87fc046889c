/** The editor of a note as people find their way in it. */
import { expect, type Locator, type Page } from '@playwright/test'
import { nameOf } from './notes-page'

export function noteField(page: Page): Locator {
  return page.getByLabel('Note', { exact: true })
}

/** Opens an editor on top of the list. */
export async function startNote(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New note' }).click()
  await expect(noteField(page)).toBeFocused()
  return noteField(page)
}

export async function writeNote(page: Page, title: string, text: string): Promise<void> {
  const field = await startNote(page)
  await page.getByLabel('Title').fill(title)
  await field.fill(text)
  await field.press('ControlOrMeta+Enter')
  await expect(nameOf(page, title)).toBeVisible()
}

export async function editNote(page: Page, title: string): Promise<Locator> {
  await nameOf(page, title).click()
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
export function comeBack(page: Page): Promise<boolean> {
  return page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** The addresses that notes are saved to. */
export const saves = '**/api/notes/*'

/** No save arrives any more, from no page of this browser: what is typed stays unsaved. Browsers print it. */
export async function loseSaves(page: Page): Promise<void> {
  await page
    .context()
    .route(saves, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
}

/** Has a note that isn't saved, whatever the page tries. */
export async function writeUnsaved(page: Page, text: string): Promise<void> {
  await loseSaves(page)
  await (await startNote(page)).fill(text)
  await expect(saveStatus(page)).toHaveText('Not saved: we couldn’t reach the server. We’ll retry.')
}

/** Pages don't hear of what others have saved until they save themselves: asking takes for ever. */
export async function loseNews(page: Page): Promise<void> {
  await page.context().route(/\/api\/notes(\?|$)/, () => undefined)
}
