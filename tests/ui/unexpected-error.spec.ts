/** Errors that nobody expects: forms and buttons come back with words, and the log hears of it. */
import type { Page } from '@playwright/test'
import { openCollapsedAccount } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { watchLog } from '../support/log-since'
import { writeNote } from '../support/notes-page'
import { postToken } from '../support/requests'
import { openNotesAsNewAccount, signInWithoutForm } from '../support/visitor'

test.use({ expectedErrors: /broken/ })

/** From now on requests for these paths throw what no request throws; returns how to mend it. */
async function breakFetch(page: Page, path: string): Promise<() => Promise<void>> {
  await page.evaluate((path) => {
    const { fetch } = window
    const broken = () => Promise.reject(new RangeError(`broken: ${path}`))
    const isBroken = (target: RequestInfo | URL) => String(target).includes(path)
    window.fetch = (target, init) => (isBroken(target) ? broken() : fetch(target, init))
    Object.assign(window, { mendFetch: () => Object.assign(window, { fetch }) })
  }, path)
  return () => page.evaluate(() => void (window as unknown as { mendFetch: () => void }).mendFetch())
}

test('after an error that nobody expects the sign-in form says so, keeps what was typed, and works again', async ({
  page,
  site,
}) => {
  const { errors } = watchLog(site)
  const { email, password } = await createAccount(site)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  const mend = await breakFetch(page, '/api/session')
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await button.click()
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveValue(password)
  await expect.poll(errors).toEqual([expect.stringContaining('broken')])
  await mend()
  await button.click()
  await expect(page).toHaveURL('/app')
})

test('after an error that nobody expects a note can be deleted all the same', async ({ page, site }) => {
  await openNotesAsNewAccount(page, site)
  await writeNote(page, 'Shopping', 'Milk')
  const remove = page.getByRole('button', { name: 'Delete' })
  await expect(remove).toBeVisible()
  const mend = await breakFetch(page, '/api/notes/')
  await remove.click()
  await expect(page.getByText('That didn’t work. Please try again.')).toBeVisible()
  await mend()
  await remove.click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('after an error that nobody expects the list of sessions says so, and works again', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  await postToken(site, account.idToken)
  await signInWithoutForm(page, site, account)
  await openCollapsedAccount(page)
  const mend = await breakFetch(page, '/api/sessions')
  const others = page.getByRole('button', { name: 'Sign out other devices' })
  await others.click()
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
  await mend()
  await others.click()
  await expect(page.getByText('Your other devices are signed out.')).toBeVisible()
})
