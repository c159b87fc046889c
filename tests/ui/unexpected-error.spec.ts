/** After an unexpected error, a form and a button show a message and work again, and the error is logged. */
import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { watchLog } from '../support/log'
import { deleteNote, writeNote } from '../support/notes-page'
import { openNotesAsNewAccount } from '../support/visitor'

test.use({ expectedErrors: /broken/ })

/** Makes requests for this path throw an unexpected error. Returns a function that stops it. */
async function breakFetch(page: Page, path: string): Promise<() => Promise<void>> {
  await page.evaluate((path) => {
    const { fetch } = window
    const broken = () => Promise.reject(new RangeError(`broken: ${path}`))
    const isBroken = (target: RequestInfo | URL) => String(target).includes(path)
    window.fetch = (target, init) => (isBroken(target) ? broken() : fetch(target, init))
    Object.assign(window, { restoreFetch: () => Object.assign(window, { fetch }) })
  }, path)
  return () => page.evaluate(() => void (window as unknown as { restoreFetch: () => void }).restoreFetch())
}

test('after an unexpected error the sign-in form says so, keeps what was typed, and works again', async ({
  page,
  site,
}) => {
  const { errors } = watchLog(site)
  const { email, password } = await createAccount(site)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  const restore = await breakFetch(page, '/api/session')
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await button.click()
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveValue(password)
  await expect.poll(errors).toEqual([expect.stringContaining('broken')])
  await restore()
  await button.click()
  await expect(page).toHaveURL('/app')
})

test('after an unexpected error a note can still be deleted', async ({ page, site }) => {
  await openNotesAsNewAccount(page, site)
  await writeNote(page, 'Shopping', 'Milk')
  const restore = await breakFetch(page, '/api/notes/')
  await deleteNote(page)
  await expect(page.getByText('That didn’t work. Please try again.')).toBeVisible()
  await restore()
  await deleteNote(page)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
})
