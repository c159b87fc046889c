/** What a squatter holds of an account at an address that its owner then proves: over HTTP, with the real emulator. */
import { addressProofHeader, renewalHeader } from '@/lib/session/address-proof'
import { addKey, sendAssertion, signInWithKey, signSignIn, proxiedTest as test } from '../passkeys/requests'
import { anonymousSquatter } from '../passkeys/squats'
import { type Account, callEmulator, createAccount, postToEmulator, repeatSignIn } from '../support/accounts'
import { expect } from '../support/fixtures'
import {
  canSignIn,
  changeAddress,
  comeByLink,
  comeByReset,
  latestMail,
  postProof,
  requestProof,
  sendMail,
  signInSecured,
  verifyAddress,
} from '../support/mails'
import { callNotes, createClient, readJson, signIn } from '../support/note-calls'
import { openShareLink, postToken, sessionCookieOf } from '../support/requests'
import { newPhone } from '../support/second-factor'
import type { Site } from '../support/site'
import {
  announce,
  askForChange,
  createOwner,
  endSession,
  enrollByToken,
  lastSessionId,
  newMailbox,
  openSession,
  personOf,
  readByReset,
  refreshToken,
  restoreNote,
  signInByToken,
  signOutEverywhere,
  titlesOf,
  tryCode,
  usersOf,
  writeNote,
} from './owners'

const password = 'the owner’s own'

const squats = {
  'a link': createAccount,
  'a reset': createAccount,
  'a link, to an account that began anonymous': anonymousSquatter,
}

for (const [how, squat] of Object.entries(squats))
  test(`a change asked for before the owner came by ${how} never gets at the notes`, async ({ site }) => {
    const squatter = await squat(site)
    const evil = newMailbox()
    const code = await askForChange(site, squatter, evil)
    const { email } = squatter
    const owner = await (how === 'a reset' ? comeByReset(site, email, password) : comeByLink(site, email))
    await writeNote(site, owner.cookie, 'mine')
    await tryCode(site, code)
    expect(await readByReset(site, evil)).toEqual([])
    const again = await comeByLink(site, email)
    expect(await titlesOf(site, again.cookie)).toEqual(['mine'])
    expect((await usersOf(site, { email: [email] })).map(({ localId }) => localId)).toEqual([
      again.account.userId,
    ])
  })

test('a thief’s change, pressed after a new password and a sign-out everywhere, is put back', async ({
  site,
}) => {
  const owner = await createOwner(site, 'mine')
  const evil = newMailbox()
  const code = await askForChange(site, owner, evil)
  await callEmulator(site, 'accounts:update', { idToken: owner.idToken, password })
  await signOutEverywhere(site, await openSession(site, { ...owner, password }))
  await tryCode(site, code)
  expect(await readByReset(site, evil)).toEqual([])
  expect(await titlesOf(site, (await comeByLink(site, owner.email)).cookie)).toEqual(['mine'])
})

const answers: Record<string, (site: Site, owner: Account, thief: string) => Promise<unknown>> = {
  '“sign out everywhere”': async (site, owner) => signOutEverywhere(site, await openSession(site, owner)),
  'the end of that session': async (site, owner, thief) => {
    const id = await lastSessionId(site, thief)
    await endSession(site, await openSession(site, owner), id)
  },
  'a new password by a mail': (site, owner) => comeByReset(site, owner.email, password),
}

for (const [what, answer] of Object.entries(answers))
  test(`a change that a thief’s session has announced ends with ${what}`, async ({ site }) => {
    const owner = await createOwner(site, 'mine')
    const evil = newMailbox()
    const thief = await openSession(site, owner)
    expect((await announce(site, thief, evil)).status).toBe(204)
    const code = await askForChange(site, owner, evil)
    await answer(site, owner, thief)
    await tryCode(site, code)
    expect(await readByReset(site, evil)).toEqual([])
    expect(await titlesOf(site, (await comeByLink(site, owner.email)).cookie)).toEqual(['mine'])
  })

test('a mail to a squatter’s former address takes nothing back from the owner', async ({ site }) => {
  const squatter = await createAccount(site)
  const email = newMailbox()
  await changeAddress(site, squatter.idToken, email)
  const { oobCode } = await latestMail(site, squatter.email, 'RECOVER_EMAIL')
  const owner = await comeByLink(site, email)
  await writeNote(site, owner.cookie, 'mine')
  const { proof } = await (await requestProof(site, { code: oobCode })).json()
  await tryCode(site, oobCode)
  const claimed = await postProof(site, proof)
  if (claimed.status === 409)
    expect(await titlesOf(site, (await signInSecured(site, claimed, squatter)).cookie)).toEqual([])
  const known = await usersOf(site, { email: [squatter.email] })
  if (known.length > 0) expect(await readByReset(site, squatter.email)).toEqual([])
  expect(await titlesOf(site, (await comeByLink(site, email)).cookie)).toEqual(['mine'])
})

test('who came by a foreign link and verifies then keeps nothing of the squatter', async ({ site }) => {
  const squatter = await createAccount(site)
  const { email } = squatter
  const foreign = { requestType: 'EMAIL_SIGNIN', email, continueUrl: `${site.url}/auth/action?proof=garbage` }
  await sendMail(site, foreign as { requestType: 'EMAIL_SIGNIN' })
  const { oobCode } = await latestMail(site, email, 'EMAIL_SIGNIN')
  const came = await callEmulator(site, 'accounts:signInWithEmailLink', { email, oobCode })
  const cookie = sessionCookieOf(
    await postToken(site, came.idToken, { [addressProofHeader]: 'garbage' }),
  ).value
  const proof = await verifyAddress(site, { email, idToken: came.idToken })
  const headers = { cookie: `__session=${cookie}`, [renewalHeader]: '1', [addressProofHeader]: proof }
  const renewed = await postToken(site, await refreshToken(site, { ...squatter, ...came }), headers)
  expect(renewed.status).toBe(409)
  expect(await canSignIn(site, email, squatter.password)).toBe(false)
  expect(await titlesOf(site, cookie)).toEqual([])
})

test('a reset that was opened and not finished leaves no password of the squatter', async ({ site }) => {
  const squatter = await createAccount(site)
  const { email } = squatter
  await sendMail(site, { requestType: 'EMAIL_SIGNIN', email, continueUrl: site.url })
  const link = await latestMail(site, email, 'EMAIL_SIGNIN')
  const came = await callEmulator(site, 'accounts:signInWithEmailLink', { email, oobCode: link.oobCode })
  const cookie = sessionCookieOf(await postToken(site, came.idToken)).value
  await sendMail(site, { requestType: 'PASSWORD_RESET', email })
  const reset = await latestMail(site, email, 'PASSWORD_RESET')
  const { proof } = await (await requestProof(site, { code: reset.oobCode })).json()
  const headers = { cookie: `__session=${cookie}`, [renewalHeader]: '1', [addressProofHeader]: proof }
  const renewed = await postToken(site, await refreshToken(site, { ...squatter, ...came }), headers)
  const owner = await signInSecured(site, renewed, { email })
  expect(await canSignIn(site, email, squatter.password)).toBe(false)
  await addKey({ site, ...owner, account: { ...owner.account, ...(await personOf(site, owner.cookie)) } })
})

test('a custom token from before deletes nothing, and opens nothing of the account', async ({ site }) => {
  const squatter = await anonymousSquatter(site)
  const owner = await comeByLink(site, squatter.email)
  await writeNote(site, owner.cookie, 'mine')
  expect((await sendAssertion(site, await signSignIn(site, squatter.key))).ok, 'its passkey').toBe(false)

  const back = await signInByToken(site, squatter.customToken)
  expect((await postToken(site, back.idToken)).status).toBe(401)
  const set = { idToken: back.idToken, email: newMailbox(), password: 'squatter again' }
  const { idToken } = await callEmulator(site, 'accounts:update', set)
  const other = await postToken(site, idToken)
  if (other.ok) expect(await titlesOf(site, sessionCookieOf(other).value)).toEqual([])
  await callEmulator(site, 'accounts:delete', { idToken })
  expect(await titlesOf(site, owner.cookie)).toEqual(['mine'])
  const again = await comeByLink(site, squatter.email)
  expect([again.isSecured, again.account.userId]).toEqual([false, owner.account.userId])
})

test('the owner’s new password and passkey sign in at once, whatever token a squatter has', async ({
  site,
}) => {
  const { email } = await anonymousSquatter(site)
  const owner = await comeByLink(site, email)
  const person = await personOf(site, owner.cookie)
  const key = await addKey({ site, cookie: owner.cookie, account: { ...owner.account, ...person } })
  await callEmulator(site, 'accounts:update', { idToken: owner.account.idToken, password })
  expect(await personOf(site, await openSession(site, { email, password }))).toMatchObject({
    userId: person.userId,
  })
  expect((await postToken(site, await signInWithKey(site, key))).status).toBe(204)
})

test('the links of a squatter show nothing afterwards, nor those of notes restored from the trash', async ({
  site,
}) => {
  const account = await createAccount(site)
  const squatter = await createClient(site, account)
  const shared = await squatter.writeShared('Keep your things here')
  const trashed = await squatter.writeShared('Or here')
  await squatter.remove(trashed.id)
  const { cookie, endedLinks } = await comeByLink(site, account.email)
  expect(endedLinks).toBe(2)
  const owner = await personOf(site, cookie)
  await restoreNote(site, owner, trashed.id)
  for (const { id } of [shared, trashed]) {
    const { note } = await readJson(callNotes(site, owner, 'GET', id))
    const change = { title: note.title, text: 'private', base: note.version, userId: owner.userId }
    await readJson(callNotes(site, owner, 'PUT', id, change))
  }
  const reader = await signIn(site)
  for (const { shareId } of [shared, trashed])
    expect(await (await openShareLink(site, shareId, reader.cookie)).text()).not.toContain('private')
})

test('a squatter’s second factor keeps no owner out: the proof alone opens the account', async ({ site }) => {
  const squatter = await createAccount(site)
  await verifyAddress(site, squatter)
  const { idToken } = await repeatSignIn(site, squatter)
  await enrollByToken(site, idToken, newPhone())
  const email = newMailbox()
  await changeAddress(site, idToken, email)
  const owner = await comeByLink(site, email)
  expect([owner.isSecured, await titlesOf(site, owner.cookie)]).toEqual([true, []])
  const [user] = await usersOf(site, { email: [email] })
  expect(user).toMatchObject({ localId: owner.account.userId })
  expect(user?.mfaInfo ?? []).toEqual([])
  const asked = await postToEmulator(site, 'accounts:signInWithPassword', { ...squatter, email })
  expect(asked.ok).toBe(false)
})
