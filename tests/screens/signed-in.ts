/** The steps to each state of the pages for notes and the account. */
import {
  accountOn,
  openAccount,
  openCollapsedAccount,
  startOnAccount,
  startOnCollapsedAccount,
  startWithOldSignIn,
} from '../support/account-page'
import { type Account, changeAccount, createAccount, createProviderAccount } from '../support/accounts'
import { agents } from '../support/agents'
import { expect, newCredentials } from '../support/fixtures'
import { totpSessionInfo } from '../support/google/second-factors'
import { deleteNote, editNote, noteLink, openNote, startNote, writeUnsaved } from '../support/notes-page'
import { postToken } from '../support/requests'
import { enrollPhones, newPhone } from '../support/second-factor'
import type { Site } from '../support/site'
import { accountMenu, openNotesAs } from '../support/visitor'
import { after, click, goTo, long, many, notes, plan, rightToLeft, type Step, sees, seesText } from './states'

const openPlan: Step = (page) => openNote(page, 'Plan')
const search =
  (text: string): Step =>
  async (page) => {
    await page.getByPlaceholder('Search notes').fill(text)
    await page.keyboard.press('Enter')
  }
const sharePlan = after(
  notes(plan),
  openPlan,
  click('Share'),
  click('Create link'),
  sees('button', 'Copy link'),
)
const deletePlan = after(notes(plan, rightToLeft), openPlan, deleteNote, sees('button', 'Undo'))
const writeHalf: Step = (page) => writeUnsaved(page, 'Half a thought')

/** Changes the note elsewhere while it is edited here. */
const createConflict: Step = async (page) => {
  const field = await editNote(page)
  const path = `/api/notes/${page.url().split('/').at(-1)}`
  const { note } = await (await page.request.get(path)).json()
  const { userId } = await (await page.request.get('/api/session')).json()
  const data = { title: note.title, text: 'Meet at ten', base: note.version, userId }
  expect((await page.request.put(path, { data })).status()).toBe(200)
  await field.fill('Meet at noon')
}

const saveName =
  (name: string): Step =>
  async (page) => {
    await accountOn(page).name.fill(name)
    await accountOn(page).saveName.click()
  }

/** The account's address is verified, as two-step verification requires. */
const withVerifiedEmail =
  (start: (page: Parameters<Step>[0], site: Site) => Promise<Account>): Step =>
  async (page, site) => {
    const { userId } = await start(page, site)
    await changeAccount(site, userId, { emailVerified: true })
    await openAccount(page)
  }

export const signedIn: Record<string, Step> = {
  'notes-none': notes(),
  'notes-one': notes(plan),
  'notes-many': notes(...many),
  'notes-long': notes(long, rightToLeft),
  'notes-not-found': after(notes(plan), search('zebra'), (page) =>
    expect(noteLink(page, 'Plan')).toBeHidden(),
  ),
  'notes-found': after(notes(plan, rightToLeft), search('bank'), seesText('with “bank”')),
  'notes-unsaved': after(notes(plan), writeHalf, goTo('/app'), seesText('Not saved yet')),
  'note-open': after(notes(rightToLeft, plan), openPlan),
  'note-long': after(
    notes(long, rightToLeft),
    (page) => page.getByRole('listitem').getByRole('link').last().click(),
    (page) => page.mouse.wheel(0, 400),
  ),
  'note-edited': after(notes(plan), openPlan, editNote),
  'note-new': after(notes(), startNote),
  'note-conflict': after(notes(plan), openPlan, createConflict, seesText('Both are kept')),
  'note-not-saved': after(notes(), writeHalf),
  'note-missing': after(notes(), goTo('/app/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e')),
  'note-shared': sharePlan,
  'note-read': after(sharePlan, async (page, site) => {
    const link = await page.getByRole('textbox', { name: /link/i }).inputValue()
    await page.context().clearCookies()
    await openNotesAs(page, site, await createAccount(site))
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible()
  }),
  'note-deleted': deletePlan,
  trash: after(deletePlan, click('Trash', 'link'), sees('button', 'Restore')),
  account: startOnCollapsedAccount,
  'account-open': startOnAccount,
  // With a name, a long address, another sign-in method and other sessions, two of them alike.
  'account-full': async (page, site) => {
    const email = `augusta.ada.king-${newCredentials().email}`
    const account = await createProviderAccount(site, 'google.com', { email })
    await openNotesAs(page, site, account)
    for (let session = 0; session < 2; session += 1) {
      await page.waitForTimeout(1_000)
      await postToken(site, account.idToken, { 'user-agent': agents.person })
    }
    await enrollPhones(site, account, [newPhone(), newPhone()])
    await changeAccount(site, account.userId, { displayName: 'Ada Lovelace', phoneNumber: newPhone() })
    await openCollapsedAccount(page)
    await expect(page.getByText(/at \d+:\d\d(:\d\d)? [AP]M/).first()).toBeVisible()
  },
  'account-sign-out': after(startOnCollapsedAccount, click('Sign out everywhere'), sees('dialog')),
  'account-menu': after(
    startOnAccount,
    saveName('Ada Lovelace'),
    (page) => expect(accountMenu(page)).toHaveText('AL'),
    (page) => accountMenu(page).click(),
    seesText('Signed in as'),
  ),
  'account-saved': after(startOnAccount, saveName('Ada'), seesText('Name saved.')),
  'account-deletion': after(startOnAccount, click('Delete account…'), sees('dialog', 'Delete your account?')),
  'account-phone': after(withVerifiedEmail(startOnAccount), click('Add a phone'), (page) =>
    expect(page.getByLabel('Phone number, with the country code')).toBeFocused(),
  ),
  'account-authenticator': after(
    withVerifiedEmail(startOnAccount),
    // The emulator has none.
    (page) => page.route(/mfaEnrollment:start/, (route) => route.fulfill({ json: { totpSessionInfo } })),
    click(/authenticator/i),
    sees('img', /code/i),
  ),
  'account-confirmation': after(
    withVerifiedEmail(startWithOldSignIn),
    click(/authenticator/i),
    sees('dialog', 'Confirm it’s you'),
  ),
}
