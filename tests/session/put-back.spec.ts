/** A proved address changes only as announced; what else becomes of it: over HTTP, with the real emulator. */

import { proxiedTest as test } from '../passkeys/requests'
import { changeAccount, createAccount, repeatSignIn } from '../support/accounts'
import { expect } from '../support/fixtures'
import {
  canSignIn,
  changeAddress,
  comeByLink,
  postProof,
  pressMail,
  requestProof,
  sendMail,
  signInSecured,
} from '../support/mails'
import { codeOf, get, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import {
  ageAddresses,
  announce,
  askForChange,
  changeAsAnnounced,
  createOwner,
  newMailbox,
  openSession,
  personOf,
  readByReset,
  titlesOf,
  usersOf,
  writeNote,
} from './owners'

/** A proved account whose address a thief, who knows the password, has changed past this site. */
async function stealAddress(site: Site) {
  const owner = await createOwner(site, 'mine')
  const evil = newMailbox()
  await changeAddress(site, owner.idToken, evil)
  return { owner, evil, thief: { ...owner, email: evil } }
}

test('who comes by a link before a changed address was put back gets the account and its notes', async ({
  site,
}) => {
  const { owner, thief } = await stealAddress(site)
  const { userId } = await personOf(site, owner.cookie)
  const back = await comeByLink(site, owner.email)
  expect(await personOf(site, back.cookie)).toMatchObject({ userId })
  expect(await titlesOf(site, back.cookie)).toEqual(['mine'])
  expect(await canSignIn(site, thief.email, thief.password)).toBe(false)
  expect((await personOf(site, owner.cookie)).userId, 'the former session').toBeUndefined()
})

test('a changed address is put back at the next sign-in: told once, and the owner goes on', async ({
  site,
}) => {
  const { owner, thief } = await stealAddress(site)
  const { idToken } = await repeatSignIn(site, thief)
  expect(await codeOf(await postToken(site, idToken))).toEqual([401, 'address-put-back'])
  expect(await canSignIn(site, thief.email, thief.password)).toBe(false)
  const lines = site.records().filter(({ event }) => event === 'account.address-put-back')
  expect(lines.filter(({ userId }) => userId === owner.userId)).toMatchObject([{ level: 'warn' }])

  const first = await postToken(site, (await repeatSignIn(site, owner)).idToken)
  expect(await codeOf(first.clone())).toEqual([200, 'address-put-back'])
  const cookie = sessionCookieOf(first).value
  expect(await titlesOf(site, cookie)).toEqual(['mine'])
  const page = await get(site, '/auth/success?put-back', { cookie: `__session=${cookie}` })
  expect(await page.text()).toContain('We restored your email address')
  expect((await postToken(site, (await repeatSignIn(site, owner)).idToken)).status, 'told').toBe(204)
  expect((await comeByLink(site, owner.email)).isSecured).toBe(false)
})

test('who presses a change that nobody announced is told that it was put back', async ({ site }) => {
  const owner = await createOwner(site, 'mine')
  const newEmail = newMailbox()
  await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: owner.idToken, newEmail })
  const { proof } = await pressMail(site, owner.email, 'VERIFY_AND_CHANGE_EMAIL')
  expect(await codeOf(await postProof(site, proof))).toEqual([401, 'address-put-back'])
  expect(await usersOf(site, { email: [newEmail] })).toEqual([])
})

test('a password that was set while the address was wrong goes with it, an earlier one stays', async ({
  site,
}) => {
  for (const isChanged of [false, true]) {
    const { owner, evil } = await stealAddress(site)
    const password = isChanged ? 'the thief’s own' : owner.password
    if (isChanged) await changeAccount(site, owner.userId, { password })
    const { idToken } = await repeatSignIn(site, { email: evil, password })
    expect(await codeOf(await postToken(site, idToken))).toEqual([401, 'address-put-back'])
    expect(await canSignIn(site, owner.email, password)).toBe(!isChanged)
  }
})

test('where somebody has the address by now nobody signs in, and whoever proves it gets the notes', async ({
  site,
}) => {
  const { owner, thief } = await stealAddress(site)
  // Without a proof.
  const other = await createAccount(site)
  await changeAddress(site, other.idToken, owner.email)
  await writeNote(site, await openSession(site, { ...other, email: owner.email }), 'theirs')
  const { idToken } = await repeatSignIn(site, thief)
  for (const _ of [1, 2]) {
    const { idToken: again } = await repeatSignIn(site, thief)
    expect(await codeOf(await postToken(site, again))).toEqual([401, 'address-moved'])
  }
  expect((await postToken(site, idToken)).status).toBe(401)
  const back = await comeByLink(site, owner.email)
  expect((await titlesOf(site, back.cookie)).toSorted()).toEqual(['mine', 'theirs'])
  expect(await readByReset(site, thief.email)).toEqual([])
})

test('a month after that the mailbox may have another holder, who gets an account without notes', async ({
  site,
}) => {
  const { owner, thief } = await stealAddress(site)
  const other = await createAccount(site)
  await changeAddress(site, other.idToken, owner.email)
  const { idToken } = await repeatSignIn(site, thief)
  expect(await codeOf(await postToken(site, idToken))).toEqual([401, 'address-moved'])
  await ageAddresses(site, 31)
  expect(await titlesOf(site, (await comeByLink(site, owner.email)).cookie)).toEqual([])
})

test('a squatter with a proved address keeps the notes of it, and the owner of the other gets none', async ({
  site,
}) => {
  const squatter = await createOwner(site, 'the squatter’s')
  const email = newMailbox()
  await changeAddress(site, squatter.idToken, email)
  const owner = await comeByLink(site, email)
  expect([owner.isSecured, await titlesOf(site, owner.cookie)]).toEqual([true, []])
  const again = await comeByLink(site, squatter.email)
  expect(await titlesOf(site, again.cookie)).toEqual(['the squatter’s'])
  expect(await usersOf(site, { email: [email] })).toMatchObject([{ localId: owner.account.userId }])
})

test('an announced change that its mail has confirmed moves the account, on any device', async ({ site }) => {
  const owner = await createOwner(site, 'mine')
  const email = newMailbox()
  await changeAsAnnounced(site, owner, { cookie: owner.cookie, email })
  const cookie = await openSession(site, { ...owner, email })
  expect(await titlesOf(site, cookie)).toEqual(['mine'])
  expect((await comeByLink(site, email)).isSecured).toBe(false)
})

test('an announcement without the press of its mail changes nothing', async ({ site }) => {
  const owner = await createOwner(site, 'mine')
  const email = newMailbox()
  expect((await announce(site, owner.cookie, email)).status).toBe(204)
  await changeAddress(site, owner.idToken, email)
  const { idToken } = await repeatSignIn(site, { ...owner, email })
  expect(await codeOf(await postToken(site, idToken))).toEqual([401, 'address-put-back'])
})

for (const [days, words, titles] of [
  [6, 'takes the account back', ['mine']],
  [8, 'takes nothing back', []],
] as const)
  test(`${days} days after a thief’s announced change the former mailbox ${words}`, async ({ site }) => {
    const owner = await createOwner(site, 'mine')
    const evil = newMailbox()
    const thief = { ...owner, email: evil }
    expect((await announce(site, await openSession(site, owner), evil)).status).toBe(204)
    await requestProof(site, { code: await askForChange(site, owner, evil) })
    // As old clients do: then the emulator writes to the former address.
    await changeAddress(site, owner.idToken, evil)
    const thiefs = await openSession(site, thief)
    expect(await titlesOf(site, thiefs), 'the change counts').toEqual(['mine'])
    await ageAddresses(site, days)
    const { proof } = await pressMail(site, owner.email, 'RECOVER_EMAIL')
    const opened = await postProof(site, proof, { email: owner.email })
    const back = await signInSecured(site, opened, { email: owner.email })
    expect(await titlesOf(site, back.cookie)).toEqual(titles)
    expect(await titlesOf(site, thiefs), 'its sessions have ended').toEqual([])
    const known = await usersOf(site, { email: [evil] })
    expect(known.length > 0, 'the account is at the new address').toBe(titles.length === 0)
  })
