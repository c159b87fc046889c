/** Notes and account: how each page comes into each state. */
import { accountOn, beginWithOldSignIn } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expect } from '../support/fixtures'
import { nameOf, textField, writeNote } from '../support/notes-page'
import { enter } from '../support/visitor'
import {
  beginClosed,
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

const totpSessionInfo = {
  sharedSecretKey: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  verificationCodeLength: 6,
  hashingAlgorithm: 'SHA1',
  periodSec: 30,
  sessionInfo: 'made-up',
  finalizeEnrollmentTime: '2100-01-01T00:00:00Z',
}

export const signedIn: Record<string, State> = {
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
  'account-phone': onAccount(async (page) => {
    await press(page, 'Add a phone')
    await expect(page.getByLabel('Phone number, with the country code')).toBeFocused()
  }),
  'account-authenticator': onAccount(async (page) => {
    // The emulator knows none.
    await page.route(/mfaEnrollment:start/, (route) => route.fulfill({ json: { totpSessionInfo } }))
    await page.getByRole('button', { name: /authenticator/i }).click()
    await expect(page.getByRole('img', { name: /code/i })).toBeVisible()
  }),
  'account-confirmation': onAccount(async (page) => {
    await page.getByRole('button', { name: /authenticator/i }).click()
    await expect(accountOn(page).confirmation).toBeVisible()
  }, beginWithOldSignIn),
}
