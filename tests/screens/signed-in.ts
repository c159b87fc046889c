/** Notes and account: how each page comes into each state. */
import { accountOn, openCollapsedAccount, startOnAccount, startWithOldSignIn } from '../support/account-page'
import { changeAccount, createAccount, createProviderAccount } from '../support/accounts'
import { agents } from '../support/agents'
import { expect, newCredentials } from '../support/fixtures'
import { editNote, noteLink, openNote, saveStatus, startNote } from '../support/notes-page'
import { postToken } from '../support/requests'
import { enrollPhones, newPhone } from '../support/second-factor'
import { accountMenu, openNotesAs } from '../support/visitor'
import {
  collapsedAccount,
  createConflict,
  long,
  many,
  notes,
  onAccount,
  plan,
  press,
  rightToLeft,
  type State,
  withVerifiedEmail,
} from './states'

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
    await expect(noteLink(page, 'Plan')).toBeHidden()
  }),
  'notes-found': notes([plan, rightToLeft], async (page) => {
    await page.getByPlaceholder('Search notes').fill('bank')
    await expect(page.locator('mark')).toHaveText('bank')
  }),
  'note-open': notes([rightToLeft, plan], (page) => openNote(page, 'Plan')),
  'note-long': notes([long, rightToLeft], async (page) => {
    await page.getByRole('listitem').getByRole('link').last().click()
    await page.mouse.wheel(0, 400)
  }),
  'note-edited': notes([plan], async (page) => {
    await openNote(page, 'Plan')
    await editNote(page)
  }),
  'note-new': notes([], async (page) => void (await startNote(page))),
  'note-conflict': notes([plan], createConflict),
  'note-not-saved': notes([], async (page) => {
    await page.route('**/api/notes/*', (route) => route.abort())
    await (await startNote(page)).fill('Half a thought')
    await expect(saveStatus(page)).toHaveText(/^Not saved/)
  }),
  'note-missing': notes([], async (page) => {
    await page.goto('/app/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e')
  }),
  'notes-unsaved': notes([plan], async (page) => {
    await page.route('**/api/notes/*', (route) => route.abort())
    await (await startNote(page)).fill('Half a thought')
    await page.goto('/app')
    await expect(page.getByText('Not saved yet')).toBeVisible()
  }),
  'note-shared': notes([plan], async (page) => {
    await openNote(page, 'Plan')
    await press(page, 'Share')
    await press(page, 'Create link')
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  }),
  'note-read': async (page, site) => {
    await notes([plan])(page, site)
    await openNote(page, 'Plan')
    await press(page, 'Share')
    await press(page, 'Create link')
    const link = await page.getByRole('textbox', { name: /link/i }).inputValue()
    await page.context().clearCookies()
    await openNotesAs(page, site, await createAccount(site))
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible()
  },
  'note-deleted': notes([plan, rightToLeft], async (page) => {
    await openNote(page, 'Plan')
    await press(page, 'Delete')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  }),
  trash: notes([plan, rightToLeft], async (page) => {
    await openNote(page, 'Plan')
    await press(page, 'Delete')
    await page.getByRole('link', { name: 'Trash' }).click()
    await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  }),
  shortcuts: notes([plan], async (page) => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  account: onAccount(async () => undefined, collapsedAccount),
  'account-open': onAccount(async () => undefined),
  // Somebody with a name, a long address, another way in and other devices, two of them alike.
  'account-full': async (page, site) => {
    const email = `augusta.ada.king-${newCredentials().email}`
    const account = await createProviderAccount(site, 'google.com', { email })
    await openNotesAs(page, site, account)
    for (let device = 0; device < 2; device += 1) {
      await page.waitForTimeout(1_000)
      await postToken(site, account.idToken, { 'user-agent': agents.person })
    }
    await enrollPhones(site, account, [newPhone(), newPhone()])
    await changeAccount(site, account.userId, { displayName: 'Ada Lovelace', phoneNumber: newPhone() })
    await openCollapsedAccount(page)
    await expect(page.getByText(/at \d+:\d\d(:\d\d)? [AP]M/).first()).toBeVisible()
  },
  'account-sign-out': onAccount(async (page) => {
    await press(page, 'Sign out everywhere')
    await expect(page.getByRole('dialog')).toBeVisible()
  }, collapsedAccount),
  'account-menu': onAccount(async (page) => {
    await accountOn(page).name.fill('Ada Lovelace')
    await accountOn(page).saveName.click()
    await expect(accountMenu(page)).toHaveText('AL')
    await accountMenu(page).click()
    await expect(page.getByText('Signed in as')).toBeVisible()
  }),
  'account-saved': onAccount(async (page) => {
    await accountOn(page).name.fill('Ada')
    await accountOn(page).saveName.click()
    await expect(page.getByText('Name saved.')).toBeVisible()
  }),
  'account-deletion': onAccount(async (page) => {
    await accountOn(page).startDeletion.click()
    await expect(accountOn(page).deletion).toBeVisible()
  }),
  'account-verification': onAccount(async (page) => {
    const section = page.getByRole('region', { name: 'Two-step verification' })
    await section.getByRole('button').click()
    await expect(section.getByText(/^We’ve sent a link to/)).toBeVisible()
  }, collapsedAccount),
  'account-no-address': onAccount(
    async (page) => void (await expect(page.getByText('First add an email address')).toBeVisible()),
    async (page, site) => {
      await openNotesAs(page, site, await createProviderAccount(site, 'twitter.com', {}))
      await openCollapsedAccount(page)
    },
  ),
  'account-phone': onAccount(async (page) => {
    await press(page, 'Add a phone')
    await expect(page.getByLabel('Phone number, with the country code')).toBeFocused()
  }, withVerifiedEmail(startOnAccount)),
  'account-authenticator': onAccount(async (page) => {
    // The emulator knows none.
    await page.route(/mfaEnrollment:start/, (route) => route.fulfill({ json: { totpSessionInfo } }))
    await page.getByRole('button', { name: /authenticator/i }).click()
    await expect(page.getByRole('img', { name: /code/i })).toBeVisible()
  }, withVerifiedEmail(startOnAccount)),
  'account-confirmation': onAccount(async (page) => {
    await page.getByRole('button', { name: /authenticator/i }).click()
    await expect(accountOn(page).confirmation).toBeVisible()
  }, withVerifiedEmail(startWithOldSignIn)),
}
