/** The first paint shows whether the visitor is signed in. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { announcements, recordAnnouncements } from '../support/announcements'
import { expect, test } from '../support/fixtures'
import { removeRoutes } from '../support/pages'
import { accountMenu, openNotesAsNewAccount, signInNewAccount, signOut } from '../support/visitor'

const folder = '.next/static/chunks'
const lateParts = readdirSync(folder).filter(
  (name) => name.endsWith('.js') && readFileSync(`${folder}/${name}`, 'utf8').includes('Account menu'),
)

const header = (page: Page) => page.getByRole('navigation', { name: 'Account' })
const main = (page: Page) => page.getByRole('main')

/** Opens the page and blocks the scripts that load the session. */
async function openWithoutAnswer(page: Page, path: string): Promise<void> {
  await page.route(
    ({ pathname }) => lateParts.some((name) => pathname.endsWith(name)),
    () => undefined,
  )
  await page.goto(path, { waitUntil: 'domcontentloaded' })
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(header(page).getByRole('link')).toHaveText(['Sign in'])
  await expect(main(page).getByRole('link')).toHaveText(['Create an account', 'Sign in'])
}

test('the first paint of a static page has a signed-in user’s links, and nothing moves later', async ({
  page,
  site,
}) => {
  await recordAnnouncements(page)
  await openNotesAsNewAccount(page, site)
  await openWithoutAnswer(page, '/')
  await expect(main(page).getByRole('link')).toHaveText(['Your notes'])
  await expect(main(page).getByRole('link')).toHaveAttribute('href', '/app')
  await expect(header(page).getByRole('link')).toHaveAccessibleName('Account')
  const place = await header(page).getByRole('link').boundingBox()
  await removeRoutes(page, 'ignoreErrors')
  await page.goto('/')
  await expect(accountMenu(page)).toBeVisible()
  expect(await accountMenu(page).boundingBox()).toEqual(place)

  await test.step('after a sign-out it is as for a stranger', async () => {
    await signOut(page)
    await expect(page).toHaveURL('/')
    await expect(page.getByText('You’ve signed out.')).toBeVisible()
    await expect.poll(() => announcements(page)).toContain('You’ve signed out.')
    await expect(main(page).getByRole('link')).toHaveText(['Sign in', 'Create an account'])
    await expect(main(page).locator('[data-state] > g')).toHaveCSS('opacity', '0')
    await expect(page.getByRole('heading', { name: 'Weekend at the lake' })).toBeHidden()
    await openWithoutAnswer(page, '/')
    await expectSignedOut(page)
    await expect(page.getByText('You’ve signed out.')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Weekend at the lake' })).toBeVisible()
  })
})

test('a wrong hint is corrected by the response, either way, in all tabs', async ({
  page,
  site,
  context,
}) => {
  await page.goto('/terms')
  await page.evaluate(() => localStorage.setItem('foyer-signed-in', '1'))
  await page.goto('/')
  await expectSignedOut(page)
  expect(await page.evaluate(() => localStorage.getItem('foyer-signed-in'))).toBeNull()

  const other = await context.newPage()
  await signInNewAccount(other, site)
  await page.reload()
  await expect(main(page).getByRole('link')).toHaveText(['Your notes'])
  expect(await page.evaluate(() => localStorage.getItem('foyer-signed-in'))).toBe('1')

  await other.goto('/terms')
  await signOut(other)
  await expectSignedOut(page)
})
