import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { signInAsSomebody } from '../support/visitor'

const newNote = (page: Page) => page.getByLabel('New note')
const note = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

async function write(page: Page, text: string): Promise<void> {
  await newNote(page).fill(text)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(note(page, text)).toBeVisible()
}

test('a note is written, changed, deleted and brought back', async ({ page, site }) => {
  await signInAsSomebody(page, site)
  await expect(page.getByText('No notes yet')).toBeVisible()
  await write(page, 'Milk and bread')
  await expect(newNote(page)).toHaveValue('')
  await write(page, 'Call the plumber')
  await expect(page.getByRole('listitem').filter({ hasText: 'Saved' })).toHaveText([
    /Call the plumber/,
    /Milk and bread/,
  ])

  await page.getByRole('button', { name: 'Change “Milk and bread”' }).click()
  await expect(page.getByLabel('Change note')).toBeFocused()
  await page.getByLabel('Change note').fill('Milk, bread and eggs')
  await page.getByRole('button', { name: 'Save note' }).last().click()
  await expect(note(page, 'Milk, bread and eggs')).toBeVisible()

  await page.getByRole('button', { name: 'Delete “Call the plumber”' }).click()
  await expect(page.getByText('The note is deleted.')).toBeVisible()
  await expect(note(page, 'Call the plumber')).toBeHidden()
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(note(page, 'Call the plumber')).toBeVisible()

  await page.reload()
  await expect(note(page, 'Call the plumber')).toBeVisible()
  await expect(note(page, 'Milk, bread and eggs')).toBeVisible()
})

test('nothing to save is said, and nothing is sent', async ({ page, site }) => {
  await signInAsSomebody(page, site)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await newNote(page).fill('   ')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('There is nothing to save yet')).toBeVisible()
  await page.reload()
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([])
})

test('what was typed and not saved is there after a reload, new notes and changed ones', async ({
  page,
  site,
}) => {
  await signInAsSomebody(page, site)
  await write(page, 'Milk and bread')
  await page.getByRole('button', { name: 'Change “Milk and bread”' }).click()
  await page.getByLabel('Change note').fill('Milk, bread and eggs')
  await newNote(page).fill('half a thought')
  await page.reload()
  await expect(newNote(page)).toHaveValue('half a thought')
  await expect(page.getByLabel('Change note')).toHaveValue('Milk, bread and eggs')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(note(page, 'Milk and bread')).toBeVisible()
  await expect(page.getByLabel('Change note')).toBeHidden()
})

test('a text of 15,000 characters stays whole, the words say by how much it is too long, and it is never sent', async ({
  page,
  site,
}) => {
  await signInAsSomebody(page, site)
  const pasted = `${'word '.repeat(2_999)}😀\n\nx`
  const save = page.getByRole('button', { name: 'Save note' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postData() ?? '')
  })
  await paste(page, pasted)
  await expect(newNote(page)).toHaveValue(pasted)
  await expect(newNote(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(newNote(page)).toHaveAccessibleDescription('5,000 characters too many.')
  await expect(page.getByRole('status').filter({ hasText: 'Too long.' })).toHaveCount(1)
  await save.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Notes can be up to 10,000 characters.' }),
  ).toBeVisible()
  expect(sent).toEqual([])

  await page.reload()
  await expect(newNote(page)).toHaveValue(pasted)
  await expect(page.getByText('5,000 characters too many.')).toBeVisible()

  const longest = pasted.slice(0, 10_000)
  await newNote(page).fill(longest)
  await expect(page.getByText('0 characters left.')).toBeVisible()
  await expect(newNote(page)).not.toHaveAttribute('aria-invalid')
  await save.click()
  await expect(newNote(page)).toHaveValue('')
  expect(sent.map((body) => JSON.parse(body).text)).toEqual([longest])
})

/** By the keyboard and the clipboard, as only that meets what a browser would cut off. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await newNote(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
}

test.describe('when saving fails', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

  test('words say so, the text stays and can be sent again', async ({ page, site }) => {
    await signInAsSomebody(page, site)
    for (const { what, status } of [
      { what: 'the network is down', status: 0 },
      { what: 'the database is away', status: 503 },
      { what: 'the site breaks', status: 500 },
    ]) {
      await test.step(what, async () => {
        await page.route('**/api/notes/*', (route) =>
          status === 0 ? route.abort() : route.fulfill({ status, json: { code: 'a-fault' } }),
        )
        await newNote(page).fill(what)
        await page.getByRole('button', { name: 'Save note' }).click()
        await expect(page.getByText('Not saved: this site did not answer')).toBeVisible()
        await expect(newNote(page)).toHaveValue(what)
        await page.unrouteAll()
        await page.getByRole('button', { name: 'Save note' }).click()
        await expect(note(page, what)).toHaveCount(1)
        await expect(page.getByText('Not saved')).toBeHidden()
      })
    }
  })

  test('too many changes: the text stays, in the page and in the tab, and the words say when', async ({
    page,
    site,
  }) => {
    await signInAsSomebody(page, site)
    await newNote(page).fill('as fast as I think')
    // As `http/notes` has it from the site.
    const refusal = { status: 429, headers: { 'retry-after': '60' }, json: { code: 'too-many-changes' } }
    await page.route('**/api/notes/*', (route) => route.fulfill(refusal))
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByText('Nothing is lost: please try again in a minute.')).toBeVisible()
    await expect(newNote(page)).toHaveValue('as fast as I think')
    await page.reload()
    await expect(newNote(page)).toHaveValue('as fast as I think')
  })

  test('an answer that was lost makes no second note', async ({ page, site }) => {
    await signInAsSomebody(page, site)
    await page.route('**/api/notes/*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await newNote(page).fill('only once')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByText('Not saved: this site did not answer')).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(note(page, 'only once')).toHaveCount(1)
    await page.reload()
    await expect(note(page, 'only once')).toHaveCount(1)
  })

  test('the session has ended for good: after a new sign-in the text is there', async ({ page, site }) => {
    const account = await signInAsSomebody(page, site)
    await newNote(page).fill('half a thought')
    await page.route('**/api/session', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fulfill({ status: 401, json: { code: 'session-revoked' } })
    })
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByText('Not saved: your session has ended')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'sign in again' }).click()
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/app')
    await expect(newNote(page)).toHaveValue('half a thought')
  })
})
