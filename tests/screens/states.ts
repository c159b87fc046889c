/** What `npm run screens` takes pictures of: how each page comes into each state. */
import { randomUUID } from 'node:crypto'
import { accountOn, beginWithOldSignIn } from '../support/account-page'
import { createAccount, uncheckableCookie } from '../support/accounts'
import { consentOn } from '../support/consent-page'
import { expect } from '../support/fixtures'
import { nameOf, textField, writeNote } from '../support/notes-page'
import { givePhones, newPhone, promptOn } from '../support/second-factor'
import { accountMenu, enter, signInAsSomebody } from '../support/visitor'
import {
  at,
  beginClosed,
  failed,
  form,
  long,
  many,
  notes,
  onAccount,
  plan,
  press,
  rightToLeft,
  type State,
  unanswered,
  writeTwice,
} from './ways'

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
  error: async (page, site) => {
    await signInAsSomebody(page, site)
    // What each time on the page asks for as soon as it runs.
    await page.addInitScript(() => {
      Intl.DateTimeFormat = (() => {
        throw new Error('the page fails')
      }) as unknown as typeof Intl.DateTimeFormat
    })
    await failed('/app/account')(page, site)
  },
  'error-last-resort': async (page, site) => {
    // What the header asks for as soon as it runs.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
    await failed('/')(page, site)
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
  'consent-notice': async (page) => {
    const { accept, settings, analytics, save, notice } = consentOn(page)
    await page.goto('/')
    await accept.click()
    await page.context().addCookies([{ name: '_ga', value: 'GA1.1.1.1', url: page.url() }])
    await settings.click()
    await analytics.click()
    await save.click()
    await expect(notice).toBeVisible()
  },
  'auth-success': at('/auth/success'),
  login: form('/login'),
  'login-create': at('/login?mode=create'),
  'login-wrong': form('/login', async (page, site) => {
    const { email } = await createAccount(site)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('wrong password')
    await press(page, 'Sign in')
    await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  }),
  'login-busy': form('/login', async (page, site) => {
    const { email, password } = await createAccount(site)
    await page.route(/signInWithPassword/, unanswered)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await press(page, 'Sign in')
    await expect(page.getByRole('main').locator('button[aria-disabled="true"]').first()).toBeVisible()
  }),
  'login-reset': form('/login', async (page) => {
    await press(page, 'Forgot your password?')
    await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible()
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
  'notes-not-found': notes([plan], async (page) => {
    await page.getByPlaceholder('Search notes').fill('zebra')
    await expect(nameOf(page, 'Plan')).toBeHidden()
  }),
  'note-open': notes([rightToLeft, plan], async (page) => {
    await nameOf(page, 'Plan').click()
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  }),
  'note-waiting': notes([plan], async (page) => {
    await page.route('**/api/notes/*', unanswered)
    await nameOf(page, 'Plan').click()
    await expect(page.getByText('Opening…')).toBeAttached()
  }),
  'note-conflict': notes([plan], writeTwice),
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
  'account-saved': onAccount(async (page) => {
    await accountOn(page).name.fill('Ada')
    await accountOn(page).saveName.click()
    await expect(page.getByText('Name saved.')).toBeVisible()
  }),
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
