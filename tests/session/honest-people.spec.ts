/** What honest people keep when their address is proved for the first time (docs/sign-in.md): with the real emulator. */
import type { Page } from '@playwright/test'
import { addressProofHeader, createdHereHeader, renewalHeader } from '@/lib/session/address-proof'
import { proxiedTest as test } from '../passkeys/requests'
import { type Account, callEmulator, changeAccount, createAccount, repeatSignIn } from '../support/accounts'
import { expect, test as pageTest } from '../support/fixtures'
import {
  canSignIn,
  comeByLink,
  latestLink,
  pressMail,
  requestLink,
  sendMail,
  signInProved,
  signInSecured,
  verifyAddress,
} from '../support/mails'
import { createClient } from '../support/note-calls'
import { expectSaved, saveStatus, startNote } from '../support/notes-page'
import { removeRoutes } from '../support/pages'
import { createdHash, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import { checkSessionNow, openNotesAsNewAccount } from '../support/visitor'
import {
  announce,
  newMailbox,
  openSession,
  personOf,
  proveAsCreator,
  refreshToken,
  restoreNote,
  titlesOf,
  writeNote,
} from './owners'

const password = 'chosen once'

/** Somebody who has registered with a password at the desk, is signed in there, and has written a note. */
async function registerAtDesk(site: Site): Promise<Account & { cookie: string }> {
  const account = await createAccount(site)
  const cookie = await openSession(site, account)
  await writeNote(site, cookie, 'mine')
  return { ...account, cookie }
}

/** Somebody who has begun with a provider at the desk, and has written a note. */
async function beginWith(site: Site, providerId: string, email?: string) {
  const sub = crypto.randomUUID()
  const claims = { sub, email, email_verified: providerId === 'google.com' }
  const postBody = `${new URLSearchParams({ providerId, id_token: JSON.stringify(claims) })}`
  const press = (more: { idToken?: string } = {}) =>
    callEmulator(site, 'accounts:signInWithIdp', { postBody, requestUri: 'http://localhost', ...more })
  const { localId: userId, idToken } = await press()
  const here = { [createdHereHeader]: createdHash(userId) }
  const cookie = sessionCookieOf(await postToken(site, idToken, here)).value
  await writeNote(site, cookie, 'mine')
  const elsewhere = async () => sessionCookieOf(await postToken(site, (await press()).idToken)).value
  return { press, elsewhere, here, cookie, idToken }
}

/** Presses the verification mail in a browser that is signed in, as its page does. */
async function pressSignedIn(site: Site, account: Account, cookie: string): Promise<Response> {
  const proof = await verifyAddress(site, account)
  const headers = { cookie: `__session=${cookie}`, [renewalHeader]: '1', [addressProofHeader]: proof }
  return postToken(site, await refreshToken(site, account), headers)
}

test('who registered here keeps the password and all devices with a sign-in link', async ({ site }) => {
  const desk = await registerAtDesk(site)
  const link = await comeByLink(site, desk.email, { createdHere: desk.userId })
  expect(link.isSecured).toBe(false)
  for (const cookie of [desk.cookie, link.cookie]) expect(await titlesOf(site, cookie)).toEqual(['mine'])
  expect(await canSignIn(site, desk.email, desk.password)).toBe(true)
})

test('who comes by a link elsewhere keeps ID, notes and trash, and reads how many links ended', async ({
  site,
}) => {
  const account = await createAccount(site)
  const desk = await createClient(site, account)
  await desk.write({ title: 'mine', text: 'Words.' })
  await desk.writeShared('A plan')
  const trashed = await desk.write({ title: 'trashed', text: 'Words.' })
  await desk.remove(trashed)
  const link = await comeByLink(site, account.email)
  expect([link.isSecured, link.endedLinks]).toEqual([true, 1])
  const person = await personOf(site, link.cookie)
  expect(person.userId).toBe(desk.userId)
  await restoreNote(site, person, trashed)
  expect((await titlesOf(site, link.cookie)).toSorted()).toEqual(['Plan', 'mine', 'trashed'])
  expect(await titlesOf(site, desk.cookie), 'the desk signs in again').toEqual([])
  expect(await canSignIn(site, account.email, account.password), 'another password is chosen').toBe(false)
})

test('who begins with Google and adds a password has both, on every device', async ({ site }) => {
  const email = newMailbox()
  const desk = await beginWith(site, 'google.com', email)
  await callEmulator(site, 'accounts:update', { idToken: desk.idToken, password })
  const devices = [desk.cookie, await openSession(site, { email, password }), await desk.elsewhere()]
  for (const cookie of devices) expect(await titlesOf(site, cookie)).toEqual(['mine'])
  expect(await canSignIn(site, email, password)).toBe(true)
})

test('who registered here and comes with Google keeps the session; the provider ends the password', async ({
  site,
}) => {
  const desk = await registerAtDesk(site)
  const claims = { sub: crypto.randomUUID(), email: desk.email, email_verified: true }
  const postBody = `${new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) })}`
  const request = { postBody, requestUri: 'http://localhost' }
  const { idToken } = await callEmulator(site, 'accounts:signInWithIdp', request)
  const opened = await postToken(site, idToken, { [createdHereHeader]: createdHash(desk.userId) })
  expect(opened.status).toBe(204)
  expect(await titlesOf(site, desk.cookie)).toEqual(['mine'])
  expect(await canSignIn(site, desk.email, desk.password)).toBe(false)
})

test('who begins with GitHub keeps it by a press at the desk, else connects it again', async ({ site }) => {
  for (const isHere of [true, false]) {
    const email = newMailbox()
    const desk = await beginWith(site, 'github.com', email)
    const proof = await verifyAddress(site, { email, idToken: desk.idToken })
    const { idToken } = await desk.press()
    const headers = { [addressProofHeader]: proof, ...(isHere && desk.here) }
    const answer = await postToken(site, idToken, headers)
    expect(answer.status).toBe(isHere ? 204 : 409)
    if (!isHere) {
      expect(await titlesOf(site, (await signInSecured(site, answer, { email })).cookie)).toEqual(['mine'])
      expect((await desk.press()).idToken, 'the address has an account').toBeUndefined()
      const { account } = await comeByLink(site, email)
      await desk.press({ idToken: account.idToken })
    }
    expect(await titlesOf(site, await desk.elsewhere())).toEqual(['mine'])
  }
})

test('who begins with X keeps it; with a password added, by a press at the desk, not on a phone', async ({
  site,
}) => {
  for (const isHere of [true, false]) {
    const email = newMailbox()
    const desk = await beginWith(site, 'twitter.com')
    expect(await titlesOf(site, await desk.elsewhere()), 'without an address').toEqual(['mine'])
    const { idToken } = await callEmulator(site, 'accounts:signUp', {
      idToken: desk.idToken,
      email,
      password,
    })
    const proof = await verifyAddress(site, { email, idToken })
    const again = await repeatSignIn(site, { email, password })
    const proved = await signInProved(site, { ...again, proof }, isHere ? desk.here : {})
    expect(await titlesOf(site, proved.cookie)).toEqual(['mine'])
    expect(await canSignIn(site, email, password)).toBe(true)
    expect(await titlesOf(site, await desk.elsewhere()), 'X').toEqual(isHere ? ['mine'] : [])
  }
})

/** A user of the provider from before this site. */
const longAgo = { createdAt: `${Date.parse('2020-01-01')}` }

test('who had verified the address before this release keeps everything by a link anywhere', async ({
  site,
}) => {
  const account = await createAccount(site)
  await changeAccount(site, account.userId, { ...longAgo, emailVerified: true })
  const cookie = await openSession(site, account)
  await writeNote(site, cookie, 'mine')
  expect((await comeByLink(site, account.email)).isSecured).toBe(false)
  expect(await titlesOf(site, cookie)).toEqual(['mine'])
  expect(await canSignIn(site, account.email, account.password)).toBe(true)
})

const others = {
  'registered before this release and never verified': longAgo,
  'verified in another app of the project since then': { emailVerified: true },
  'is signed in on a device that didn’t create the account': {},
}

for (const [who, changes] of Object.entries(others))
  test(`who ${who} keeps the notes`, async ({ site }) => {
    const account = await createAccount(site)
    await changeAccount(site, account.userId, changes)
    const devices = [await openSession(site, account), await openSession(site, account)]
    await writeNote(site, devices[0] ?? '', 'mine')
    for (const cookie of devices) expect(await titlesOf(site, cookie), 'as before').toEqual(['mine'])
    const again = await repeatSignIn(site, account)
    const pressed = await pressSignedIn(site, again, devices[0] ?? '')
    expect(pressed.status).toBe(409)
    const owner = await signInSecured(site, pressed, { email: account.email })
    expect(await titlesOf(site, owner.cookie)).toEqual(['mine'])
    expect(await canSignIn(site, account.email, account.password), 'another one is chosen').toBe(false)
  })

test('who changes an address that was never proved keeps notes and password, pressed anywhere', async ({
  site,
}) => {
  for (const isHere of [true, false]) {
    const desk = await registerAtDesk(site)
    const email = newMailbox()
    expect((await announce(site, desk.cookie, email)).status).toBe(204)
    const { idToken } = await repeatSignIn(site, desk)
    await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email })
    const { proof } = await pressMail(site, desk.email, 'VERIFY_AND_CHANGE_EMAIL')
    const changed = { ...desk, email }
    const proved = isHere
      ? await proveAsCreator(site, changed, proof)
      : await signInProved(site, { ...(await repeatSignIn(site, changed)), proof })
    expect(await titlesOf(site, proved.cookie)).toEqual(['mine'])
    expect(await titlesOf(site, desk.cookie)).toEqual(isHere ? ['mine'] : [])
    expect(await canSignIn(site, email, desk.password)).toBe(true)
  }
})

pageTest.describe('a text that isn’t saved yet', () => {
  pageTest.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

  async function writeUnsaved(page: Page) {
    const field = await startNote(page)
    await page.route('**/api/notes/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
    )
    await field.fill('half a thought')
    await expect(saveStatus(page)).toHaveText(/^Not saved/)
    return field
  }

  pageTest(
    'is saved after the sign-in that a first proof on a phone makes necessary',
    async ({ page, site }) => {
      const account = await openNotesAsNewAccount(page, site)
      const field = await writeUnsaved(page)
      const proof = await verifyAddress(site, account)
      const phone = await signInProved(site, { ...(await repeatSignIn(site, account)), proof })
      expect(phone.isSecured).toBe(true)
      await removeRoutes(page)
      await checkSessionNow(page)
      await expect(page.getByText('You were signed out elsewhere, or your password changed.')).toBeVisible()
      await page.getByLabel('Email').fill(account.email)
      await page.getByLabel('Password').fill(account.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page).toHaveURL(/\/app\/[\da-f-]{36}$/)
      await expect(field).toHaveValue('half a thought')
      await expectSaved(page)
    },
  )

  pageTest(
    'is saved without a sign-in if another tab proves the address',
    async ({ page, site, context }) => {
      const { email } = await openNotesAsNewAccount(page, site)
      const field = await writeUnsaved(page)
      // As where the browser has forgotten that it created the account.
      await page.evaluate(() => localStorage.removeItem('foyer-created-here'))
      await requestLink(site, email)
      const other = await context.newPage()
      await other.goto(await latestLink(site, email, 'EMAIL_SIGNIN'))
      await other.getByLabel('Email').fill(email)
      await other.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(other).toHaveTitle(/^Your account is secured/)
      await removeRoutes(page)
      await checkSessionNow(page)
      await expectSaved(page)
      await expect(field).toHaveValue('half a thought')
    },
  )
})
