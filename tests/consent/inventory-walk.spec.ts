import type { Page } from '@playwright/test'
import type { ConsentChoice } from '@/lib/consent/record'
import { createAccount } from '../support/accounts'
import { all, consentOn, none, savePreferences, setBannerDelay } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { holdSaves, startNote } from '../support/notes-page'
import { removeRoutes } from '../support/routes'
import { collectStored, disallowedItems, type Found } from '../support/stored'
import { signIn, signOut } from '../support/visitor'

test.use({ hasChosen: false, expectedErrors: /404 \(Not Found\)/ })

/** Static ones keep nothing at all: see `layout/public-pages`. */
const publicPages = [
  '/debug-config',
  '/auth/success',
  '/auth/action?mode=signIn&oobCode=made-up',
  '/no/such/page',
  '/login',
]

const answerKeys = ['local storage: cookie-consent', 'local storage: cookie-consent-timestamp']
const ownKeys = [
  'local storage: foyer-last-used',
  'local storage: foyer-sign-in-email',
  'local storage: foyer-sign-outs',
  'local storage: foyer-signed-in',
]

/** Fails on what may not be kept; adds what is kept to what was found before. */
async function look(page: Page, granted: ConsentChoice, seen: Found[]): Promise<void> {
  const found = await collectStored(page)
  expect(disallowedItems(found, granted), page.url()).toEqual([])
  seen.push(...found)
}

const namesOf = (seen: Found[]) => [...new Set(seen.map(({ kind, name }) => `${kind}: ${name}`))].sort()
const inLocalStorage = (name: string) => name.startsWith('local')

test('each page asks until there is an answer, and the browser keeps only what the inventory allows', async ({
  page,
  site,
}) => {
  const seen: Found[] = []
  const account = await createAccount(site)
  const { banner, reject, settings, dialog } = consentOn(page)

  await test.step('who has not answered', async () => {
    await setBannerDelay(page, 'at once')
    for (const path of publicPages) {
      await page.goto(path)
      await expect(banner, path).toBeVisible()
      await look(page, none, seen)
    }
    expect(namesOf(seen).filter(inLocalStorage)).toEqual([])
  })

  await test.step('who has rejected, and asks for a link to sign in', async () => {
    await reject.click()
    await settings.click()
    await expect(dialog).toBeVisible()
    await look(page, none, seen)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
    await expect(page.getByText('We’ll email you a link')).toBeVisible()
    await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByText('We’ve sent you a sign-in link')).toBeVisible()
    await look(page, none, seen)
  })

  await test.step('who signs in and writes', async () => {
    await signIn(page, account)
    await look(page, none, seen)
    expect(namesOf(await collectStored(page))).not.toContain('local storage: foyer-sign-in-email')
    await holdSaves(page)
    await (await startNote(page)).fill('half a thought')
    await expect
      .poll(async () => namesOf(await collectStored(page)))
      .toContain('session storage: foyer-drafts')
    await look(page, none, seen)
    for (const path of [
      '/app/account',
      '/share/some-item',
      '/login',
      '/auth/silent-refresh?next=/debug-config',
    ]) {
      await page.goto(path)
      await look(page, none, seen)
    }
  })

  await test.step('who signs out, and accepts', async () => {
    await removeRoutes(page, 'ignoreErrors')
    await page.goto('/app')
    await page.getByText('Not saved yet:').getByRole('link').click()
    await expect
      .poll(async () => namesOf(await collectStored(page)))
      .not.toContain('session storage: foyer-drafts')
    await signOut(page)
    await expect(page).toHaveURL('/')
    await look(page, none, seen)
    await savePreferences(page, all)
    await look(page, all, seen)
  })

  const kept = namesOf(seen)
  expect(kept.filter(inLocalStorage)).toEqual([...answerKeys, ...ownKeys])
  for (const name of [
    'cookie: __session',
    'session storage: foyer-drafts',
    'IndexedDB: firebaseLocalStorageDb',
  ])
    expect(kept).toContain(name)
})

test('what nobody has named, or nobody has allowed, is found', async ({ page, context }) => {
  await page.goto('/icon.svg')
  await context.addCookies([
    { name: '_ga', value: '1', url: page.url() },
    { name: '_gcl_au', value: '1', url: page.url(), httpOnly: true },
  ])
  await page.evaluate(async () => {
    localStorage.setItem('visitor', '1')
    sessionStorage.setItem('foyer-draft', '1')
    indexedDB.open('notes')
    await caches.open('pages')
  })
  const found = await collectStored(page)
  expect(disallowedItems(found, { analytics: false, marketing: true })).toEqual([
    "cookie '_ga' is kept without consent to analytics",
    "local storage 'visitor' is not in the inventory",
    "session storage 'foyer-draft' is not in the inventory",
    "IndexedDB 'notes' is not in the inventory",
    "cache 'pages' is not in the inventory",
  ])
})
