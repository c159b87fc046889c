import type { Page } from '@playwright/test'
import type { ConsentChoice } from '@/lib/consent'
import { inventory } from '@/lib/inventory'
import { createAccount } from '../support/accounts'
import { consentOn } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { collectStored, type Found, forbiddenAmong } from '../support/stored'
import { signIn } from '../support/visitor'

test.use({ hasChosen: false, expectedErrors: /404 \(Not Found\)/ })

const nothing = { analytics: false, marketing: false }
const everything = { analytics: true, marketing: true }
const signInLink = '/auth/action?mode=signIn&oobCode=made-up'
const publicPages = [
  '/',
  '/terms',
  '/privacy',
  '/contact',
  '/login',
  '/debug-config',
  signInLink,
  '/no/such/page',
]

/** Fails on what may not be kept; adds what is kept to what was found before. */
async function look(page: Page, granted: ConsentChoice, seen: Found[]): Promise<void> {
  const found = await collectStored(page)
  expect(forbiddenAmong(found, granted), page.url()).toEqual([])
  seen.push(...found)
}

const namesOf = (seen: Found[]) => [...new Set(seen.map(({ kind, name }) => `${kind}: ${name}`))].sort()

const visitors = [
  { what: 'has not answered', answer: null, granted: nothing },
  { what: 'rejects all', answer: 'reject', granted: nothing },
  { what: 'accepts all', answer: 'accept', granted: everything },
] as const

for (const { what, answer, granted } of visitors) {
  test(`whoever ${what} and goes everywhere keeps nothing but what the inventory allows`, async ({
    page,
    site,
  }) => {
    const seen: Found[] = []
    const { banner, settings, dialog } = consentOn(page)
    const account = await createAccount(site)
    await page.goto('/')
    await expect(banner).toBeVisible()
    await look(page, nothing, seen)
    expect(seen, 'a first visit keeps nothing').toEqual([])
    if (answer) await consentOn(page)[answer].click()
    for (const path of publicPages) {
      await page.goto(path)
      await expect(settings).toBeEnabled()
      await look(page, granted, seen)
    }
    await settings.click()
    await expect(dialog).toBeVisible()
    await look(page, granted, seen)

    await page.goto('/login')
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
    await page.getByRole('button', { name: 'Send a link' }).click()
    await expect(page.getByText('We have sent a link')).toBeVisible()
    await look(page, granted, seen)
    await signIn(page, account)
    await look(page, granted, seen)
    expect(namesOf(await collectStored(page))).not.toContain('local storage: foyer-sign-in-email')
    await page.getByLabel('New note').fill('half a thought')
    await expect
      .poll(async () => namesOf(await collectStored(page)))
      .toContain('session storage: foyer-drafts')
    await look(page, granted, seen)
    await page.reload()
    await expect(page.getByLabel('New note')).toHaveValue('half a thought')
    for (const path of [
      '/app/account',
      '/share/some-item',
      '/terms',
      '/login',
      '/auth/silent-refresh?next=/debug-config',
    ]) {
      await page.goto(path)
      await look(page, granted, seen)
    }
    await page.goto('/app')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await look(page, granted, seen)

    const kept = namesOf(seen)
    const answerKeys = ['local storage: cookie-consent', 'local storage: cookie-consent-timestamp']
    const ownKeys = ['local storage: foyer-sign-in-email', 'local storage: foyer-sign-outs']
    expect(kept.filter((name) => name.startsWith('local'))).toEqual([
      ...(answer ? answerKeys : []),
      ...ownKeys,
    ])
    for (const name of [
      'cookie: __session',
      'session storage: foyer-drafts',
      'IndexedDB: firebaseLocalStorageDb',
    ])
      expect(kept).toContain(name)
  })
}

test('what nobody has named, or nobody has allowed, is found', async ({ page, context }) => {
  await page.goto('/')
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
  expect(forbiddenAmong(found, { analytics: false, marketing: true })).toEqual([
    "cookie '_ga' is kept without consent to analytics",
    "local storage 'visitor' is not in the inventory",
    "session storage 'foyer-draft' is not in the inventory",
    "IndexedDB 'notes' is not in the inventory",
    "cache 'pages' is not in the inventory",
  ])
})

test('/privacy and the dialog show every entry of the inventory', async ({ page }) => {
  const { settings, dialog } = consentOn(page)
  await page.goto('/privacy')
  await settings.click()
  await expect(dialog).toBeVisible()
  for (const summary of await dialog.getByText('What is stored').all()) await summary.click()
  for (const { name, kind, setBy, lifetime, purpose } of inventory) {
    const words = `${name} (${kind}, by ${setBy}, ${lifetime}): ${purpose}`
    await expect(page.locator('main li', { hasText: words })).toHaveCount(1)
    await expect(dialog.getByRole('listitem').filter({ hasText: words })).toBeVisible()
  }
})
