import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { signInAsSomebody } from '../support/visitor'

const field = (page: Page) => page.getByLabel('Note', { exact: true })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const saved = (page: Page) =>
  expect(page.locator('[data-status="saved"]').getByText('Saved just now')).toBeVisible()

async function write(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByLabel('Title').fill(title)
  await field(page).fill(text)
  await field(page).press('ControlOrMeta+Enter')
  await expect(page.getByRole('button', { name: title })).toBeVisible()
}

async function edit(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: title, exact: true }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(field(page)).toBeFocused()
}

test('what is typed is saved by itself; Escape takes it back, and Undo brings it again', async ({
  page,
  site,
}) => {
  await signInAsSomebody(page, site)
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByLabel('Title').fill('Shopping')
  await field(page).fill('Milk')
  await saved(page)
  await field(page).press('ControlOrMeta+Enter')
  await expect(field(page)).toBeHidden()
  await page.reload()
  await edit(page, 'Shopping')
  expect(await field(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe('Milk'.length)
  await page.keyboard.type(', bread')
  await saved(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Your changes were discarded.').first()).toBeVisible()
  await expect(row(page, 'Shopping')).not.toContainText('bread')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field(page)).toHaveValue('Milk, bread')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'Milk, bread')).toBeVisible()

  await page.getByRole('button', { name: 'New note' }).click()
  await field(page).fill('Never mind')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Deleted “Never mind”')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Never mind' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Never mind' })).toBeVisible()
})

test('a text of 150 KB stays whole, is told by how much it is too long, and is never sent', async ({
  page,
  site,
}) => {
  await signInAsSomebody(page, site)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await page.getByRole('button', { name: 'New note' }).click()
  const pasted = 'x'.repeat(150 * 1024)
  await field(page).fill(pasted)
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page)).toHaveAccessibleDescription('50 KB too long.')
  await field(page).press('ControlOrMeta+Enter')
  await expect(page.getByText('Not saved. Notes can be up to 100 KB.').first()).toBeVisible()
  await page.reload()
  await expect(field(page)).toHaveValue(pasted)
  expect(sent).toEqual([])
})

test('two tabs change one note: the second sees what differs, and both texts are kept', async ({
  page,
  site,
  context,
}) => {
  await signInAsSomebody(page, site)
  await write(page, 'Plan', 'Meet at nine')
  const other = await context.newPage()
  await other.goto('/app')
  await edit(page, 'Plan')
  await edit(other, 'Plan')
  await field(page).fill('Meet at ten')
  await field(page).press('ControlOrMeta+Enter')
  await field(other).fill('Meet at noon')
  await expect(other.getByText('This note was changed in another tab')).toBeVisible()
  await expect(other.locator('del').filter({ hasText: 'ten' })).toBeVisible()
  await expect(other.locator('ins').filter({ hasText: 'noon' })).toBeVisible()
  await other.getByRole('button', { name: 'Keep both' }).click()
  await other.reload()
  await expect(row(other, 'Meet at ten')).toBeVisible()
  await expect(row(other, 'Plan (my version)')).toContainText('Meet at noon')
})

test.describe('when saving fails', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

  test('offline: it says so, keeps the text over a reload, and saves it when the network is back', async ({
    page,
    site,
    context,
  }) => {
    await signInAsSomebody(page, site)
    await page.getByRole('button', { name: 'New note' }).click()
    await context.setOffline(true)
    await field(page).fill('written in a tunnel')
    await expect(page.getByText('Not saved: you’re offline. We’ll retry.').first()).toBeVisible()
    await context.setOffline(false)
    await saved(page)

    await page.route('**/api/notes/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { code: 'a-fault' } })
        : route.fallback(),
    )
    await field(page).fill('written while the site was away')
    await expect(page.getByText('Not saved: this site didn’t answer. We’ll retry.').first()).toBeVisible()
    await page.reload()
    await expect(field(page)).toHaveValue('written while the site was away')
    await page.unrouteAll()
    await saved(page)
  })

  test('the session has ended for good: after a new sign-in the text is there, and saved', async ({
    page,
    site,
  }) => {
    const account = await signInAsSomebody(page, site)
    await page.getByRole('button', { name: 'New note' }).click()
    await page.route('**/api/session', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fulfill({ status: 401, json: { code: 'session-revoked' } })
    })
    await page.context().clearCookies()
    await field(page).fill('half a thought')
    await expect(page.getByText('Not saved: your session has ended.').first()).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/app')
    await expect(field(page)).toHaveValue('half a thought')
    await saved(page)
  })
})
