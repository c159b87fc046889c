/** What `npm run screens` takes pictures of: how each page comes into each state. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accountOn, beginOnAccount, beginWithOldSignIn, openClosedAccount } from '../support/account-page'
import { createAccount, uncheckableCookie } from '../support/accounts'
import { consentOn } from '../support/consent-page'
import { expect } from '../support/fixtures'
import { nameOf, textField, writeNote } from '../support/notes-page'
import { givePhones, newPhone, promptOn } from '../support/second-factor'
import type { Site } from '../support/site'
import { accountMenu, awaitSignInForm, enter, signInAsSomebody } from '../support/visitor'

export type State = (page: Page, site: Site) => Promise<void>

const at =
  (path: string): State =>
  async (page) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

const form =
  (path: string, then: State = async () => undefined): State =>
  async (page, site) => {
    await page.goto(path)
    await awaitSignInForm(page)
    await then(page, site)
  }

/** Somebody's notes page with these notes, saved as their own browser would. */
const notes =
  (texts: readonly string[], then: State = async () => undefined): State =>
  async (page, site) => {
    const { userId } = await signInAsSomebody(page, site)
    for (const text of texts) {
      const [title = '', ...lines] = text.split('\n')
      const note = { title, text: lines.join('\n'), base: null, userId }
      const saved = await page.request.put(`/api/notes/${randomUUID()}`, { data: note })
      expect(saved.status()).toBe(200)
    }
    await page.goto('/app')
    await expect(accountMenu(page)).toBeVisible()
    await then(page, site)
  }

const beginClosed = async (page: Page, site: Site) => {
  await enter(page, site, await createAccount(site))
  await openClosedAccount(page)
}

const onAccount =
  (then: State, begin: (page: Page, site: Site) => Promise<unknown> = beginOnAccount): State =>
  async (page, site) => {
    await begin(page, site)
    await then(page, site)
  }

const plan =
  'Plan\n## Monday\n- call the bank\n- [ ] water the plants\n\nMeet **at nine**, see [the map](https://example.com).'
const long = `${'A title that goes on and on '.repeat(6)}\n${'One long paragraph. '.repeat(40)}`
const rightToLeft = 'رسالة\nهذا نص من اليمين إلى اليسار.'
const many = Array.from({ length: 60 }, (_, number) => `Note ${number + 1}\nWords of note ${number + 1}.`)

export const states: Record<string, State> = {
  home: at('/'),
  'home-signed-in': async (page, site) => {
    await signInAsSomebody(page, site)
    await page.goto('/')
    await accountMenu(page).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  },
  terms: at('/terms'),
  privacy: at('/privacy'),
  contact: at('/contact'),
  'not-found': at('/no/such/page'),
  'not-found-shared': async (page, site) => {
    await signInAsSomebody(page, site)
    await at(`/share/${randomUUID()}`)(page, site)
  },
  unavailable: async (page, site) => {
    await page.context().addCookies([{ name: '__session', value: uncheckableCookie(), url: site.url }])
    await page.goto('/api/unavailable?next=/app')
  },
  'consent-banner': async (page) => {
    await page.goto('/')
    await expect(consentOn(page).banner).toBeVisible()
  },
  'consent-banner-login': async (page) => {
    await page.goto('/login')
    await expect(consentOn(page).banner).toBeVisible()
  },
  'consent-dialog': async (page) => {
    await page.goto('/')
    await consentOn(page).customize.click()
    await expect(consentOn(page).save).toBeVisible()
  },
  login: form('/login'),
  'login-create': at('/login?mode=create'),
  'login-wrong': form('/login', async (page, site) => {
    const { email } = await createAccount(site)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('wrong password')
    await press(page, 'Sign in')
    await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  }),
  'login-inbox': form('/login', async (page, site) => {
    const { email } = await createAccount(site)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: /sign-in link/i }).click()
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  }),
  'login-ended': form('/login?next=%2Fapp&notice=ended'),
  'login-shared': form(`/login?next=%2Fshare%2F${randomUUID()}`),
  'second-factor': form('/login', async (page, site) => {
    const account = await createAccount(site)
    await givePhones(site, account, [newPhone(), newPhone()])
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await press(page, 'Sign in')
    await expect(promptOn(page).title).toBeVisible()
  }),
  'mail-link': at('/auth/action?mode=signIn&oobCode=made-up'),
  'mail-link-expired': at('/auth/action?mode=resetPassword&oobCode=made-up'),
  'notes-none': notes([]),
  'notes-one': notes([plan]),
  'notes-many': notes(many),
  'notes-long': notes([long, rightToLeft]),
  'note-open': notes([rightToLeft, plan], async (page) => {
    await nameOf(page, 'Plan').click()
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  }),
  'note-edited': notes([plan], async (page) => {
    await press(page, 'New note')
    await textField(page).fill('Half a thought')
    await page.getByLabel('Title').fill('Ideas')
  }),
  'note-not-saved': notes([], async (page) => {
    await page.route('**/api/notes/*', (route) => route.abort())
    await writeNote(page, 'Half a thought')
    await expect(page.locator('[data-status]')).toHaveText(/^Not saved/)
  }),
  'note-shared': notes([plan], async (page) => {
    await nameOf(page, 'Plan').click()
    await press(page, 'Share')
    await press(page, 'Create link')
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  }),
  'note-read': async (page, site) => {
    await notes([plan])(page, site)
    await nameOf(page, 'Plan').click()
    await press(page, 'Share')
    await press(page, 'Create link')
    const link = await page.getByRole('textbox', { name: /link/i }).inputValue()
    await page.context().clearCookies()
    await enter(page, site, await createAccount(site))
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible()
  },
  'note-deleted': notes([plan, rightToLeft], async (page) => {
    await nameOf(page, 'Plan').click()
    await press(page, 'Delete')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  }),
  account: onAccount(async () => undefined, beginClosed),
  'account-open': onAccount(async () => undefined),
  'account-deletion': onAccount(async (page) => {
    await accountOn(page).startDeletion.click()
    await expect(accountOn(page).deletion).toBeVisible()
  }),
  'account-confirmation': onAccount(async (page) => {
    await page.getByRole('button', { name: /authenticator/i }).click()
    await expect(accountOn(page).confirmation).toBeVisible()
  }, beginWithOldSignIn),
  'debug-config': at('/debug-config'),
}
