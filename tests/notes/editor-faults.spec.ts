import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { editNote, expectSaved, noteField, noteRead, saveStatus, startNote } from '../support/notes-page'
import { removeRoutes, stopClock } from '../support/pages'
import { createSession, openNotesAsNewAccount } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

/** Answers saves as the site does in `notes/endpoint`. */
async function answerSaves(page: Page, status: number, code: string): Promise<void> {
  await page.route('**/api/notes/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status, json: { code } }) : route.fallback(),
  )
}

test('what is typed before the scripts load is never sent by the form, and saved once they have', async ({
  page,
  site,
}) => {
  await openNotesAsNewAccount(page, site)
  expect(await (await page.request.get('/app/new')).text()).toContain('Writing needs JavaScript.')
  let load: (() => void) | undefined
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/_next/static/chunks/**', (route) => loaded.then(() => route.fallback()))
  await page.goto('/app/new', { waitUntil: 'domcontentloaded' })
  await noteField(page).fill('Milk and bread')
  await page.getByLabel('Title').fill('Shopping')
  await page.getByLabel('Title').press('Enter')
  await expect(page).toHaveURL('/app/new')
  load?.()
  await expectSaved(page)
  await expect(page.getByLabel('Title')).toHaveValue('Shopping')
  await expect(noteField(page)).toHaveValue('Milk and bread')
})

test('while offline or unreachable, the text is kept over a reload, and saved once it can be', async ({
  page,
  site,
  context,
}) => {
  await page.clock.install()
  await openNotesAsNewAccount(page, site)
  const field = await startNote(page)
  await stopClock(page)
  await context.setOffline(true)
  await field.fill('written in a tunnel')
  await page.clock.runFor(1_000)
  const kept = 'Not saved: you’re offline. Your text is kept in this tab until you’re back.'
  await expect(saveStatus(page)).toHaveText(kept)
  await field.press('Escape')
  await expect(noteRead(page).getByText('written in a tunnel').last()).toBeVisible()
  await expect(saveStatus(page)).toHaveText(kept)
  await page.getByRole('link', { name: 'Your notes' }).click()
  await expect(page.getByText('You’re offline. Try again once you’re back.')).toBeVisible()
  await editNote(page)
  // Immediately when online: the clock is stopped.
  await context.setOffline(false)
  await expectSaved(page)
  await expect(field).toBeFocused()
  await page.clock.resume()

  await answerSaves(page, 503, 'a-fault')
  await field.fill('written while the site was away')
  await expect(saveStatus(page)).toHaveText('Not saved: we couldn’t reach the server. We’ll retry.')
  await page.reload()
  await expect(field).toHaveValue('written while the site was away')
  await removeRoutes(page)
  await expectSaved(page)

  await field.press('ControlOrMeta+Enter')
  await editNote(page)
  await test.step('a browser without storage says so, and the page saves the text', async () => {
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await field.fill('only here')
    await expect(field).toHaveAccessibleDescription(/^This browser can’t keep this text for you/)
    await expectSaved(page)
    await expect(field).not.toHaveAccessibleDescription(/can’t keep/)
  })
})

test('after the session ends, the text is saved at the next sign-in, and never shown to another account', async ({
  page,
  site,
}) => {
  const account = await openNotesAsNewAccount(page, site)
  const field = await startNote(page)
  await page.route('**/api/session', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fulfill({ status: 401, json: { code: 'session-revoked' } })
  })
  await page.context().clearCookies()
  await field.fill('half a thought')
  await expect(saveStatus(page)).toHaveText(/^Not saved: your session has ended/)
  await removeRoutes(page)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/app\/[\da-f-]{36}$/)
  await expect(field).toHaveValue('half a thought')
  await expectSaved(page)

  await test.step('another account has signed in', async () => {
    await createSession(page, site, await createAccount(site))
    await field.fill('another half')
    await expect(saveStatus(page)).toHaveText(/^Not saved: another account is signed in now/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'There’s no note here' })).toBeVisible()
    await expect(field).toBeHidden()
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/thought|half/)
  })
})
