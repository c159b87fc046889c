import type { ConsentChoice } from '@/lib/consent/record'
import { createAccount } from '../support/accounts'
import { collectStored, disallowedItems, type Found } from '../support/browser-data'
import { all, consentOn, none, savePreferences, setBannerDelay } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { holdSaves, startNote } from '../support/notes-page'
import { removeRoutes } from '../support/pages'
import { signIn, signOut } from '../support/visitor'

test.use({ hasChosen: false, expectedErrors: /404 \(Not Found\)/ })

/** Static pages store nothing: see `layout/public-pages`. */
const publicPages = [
  '/debug-config',
  '/auth/success',
  '/auth/action?mode=signIn&oobCode=x',
  '/no/such/page',
  '/login',
]
const privatePages = ['/app/account', '/share/some-item', '/login', '/auth/silent-refresh?next=/debug-config']

const storedInAll = [
  ...[
    'cookie-consent',
    'cookie-consent-timestamp',
    'foyer-last-used',
    'foyer-sign-in-email',
    'foyer-sign-outs',
  ],
  'foyer-signed-in',
].map((name) => `local storage: ${name}`)

const namesOf = (found: Found[]) => [...new Set(found.map(({ kind, name }) => `${kind}: ${name}`))].sort()
const inLocalStorage = (name: string) => name.startsWith('local')
const drafts = 'session storage: foyer-drafts'

test('browsers only store what the inventory has and the choice allows', async ({ page, site }) => {
  const seen: Found[] = []
  const account = await createAccount(site)
  const { banner, reject, settings, dialog } = consentOn(page)
  const storedNow = async () => namesOf(await collectStored(page))
  const expectAllowed = async (granted: ConsentChoice) => {
    const found = await collectStored(page)
    expect(disallowedItems(found, granted), page.url()).toEqual([])
    seen.push(...found)
  }

  await test.step('without an answer, for which each page asks', async () => {
    await setBannerDelay(page, 'at once')
    for (const path of publicPages) {
      await page.goto(path)
      await expect(banner, path).toBeVisible()
      await expectAllowed(none)
    }
    expect(namesOf(seen).filter(inLocalStorage)).toEqual([])
  })

  await test.step('after a refusal and the request of a sign-in link', async () => {
    await reject.click()
    await settings.click()
    await expect(dialog).toBeVisible()
    await expectAllowed(none)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
    await expect(page.getByText('We’ll email you a link')).toBeVisible()
    await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByText('We’ve sent you a sign-in link')).toBeVisible()
    await expectAllowed(none)
  })

  await test.step('signed in, with an unsaved note', async () => {
    await signIn(page, account)
    await expectAllowed(none)
    expect(await storedNow()).not.toContain('local storage: foyer-sign-in-email')
    await holdSaves(page)
    await (await startNote(page)).fill('half a thought')
    await expect.poll(storedNow).toContain(drafts)
    await expectAllowed(none)
    for (const path of privatePages) {
      await page.goto(path)
      await expectAllowed(none)
    }
  })

  await test.step('signed out, and after a grant', async () => {
    await removeRoutes(page, 'ignoreErrors')
    await page.goto('/app')
    await expect.poll(storedNow).not.toContain(drafts)
    await signOut(page)
    await expect(page).toHaveURL('/')
    await expectAllowed(none)
    await savePreferences(page, all)
    await expectAllowed(all)
  })

  const stored = namesOf(seen)
  expect(stored.filter(inLocalStorage)).toEqual(storedInAll)
  expect(stored).toEqual(
    expect.arrayContaining(['cookie: __session', drafts, 'IndexedDB: firebaseLocalStorageDb']),
  )
})
