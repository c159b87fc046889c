/** Somebody holds another person's address before its owner comes: over HTTP, with the real emulator. */

import { addressProofHeader } from '@/lib/session/address-proof'
import { callEmulator, createAccount, postToEmulator, repeatSignIn } from '../support/accounts'
import type { SoftKey } from '../support/authenticator'
import { expect } from '../support/fixtures'
import { canSignIn, changeAddress, sendMail } from '../support/mails'
import {
  addKey,
  newAddress,
  sendAssertion,
  signSignIn,
  proxiedTest as test,
  type Visitor,
} from '../support/passkeys'
import {
  createProvedAccount,
  openLink,
  pressMail,
  requestLink,
  resetPassword,
  signInProved,
  verifyAddress,
} from '../support/proofs'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'

/** What a squatter holds: whatever it is, nothing of it may sign in once the owner has come. */
type Squat = {
  email: string
  userId: string
  password?: string
  cookie?: string
  key?: SoftKey
  idToken?: string
  signInWithGoogle?: () => Promise<{ localId: string; idToken: string }>
}

/** Another address of the network, with limits of its own. */
const fromElsewhere = () => ({ 'x-forwarded-for': newAddress() })

const newMailbox = () => `victim-${crypto.randomUUID()}@example.com`

/** A squatter's own Google account, linked to the account of a token or signing in by itself. */
async function useGoogle(site: Site, idToken?: string) {
  const sub = crypto.randomUUID()
  const email = `${sub}@other.example`
  const postBody = new URLSearchParams({
    providerId: 'google.com',
    id_token: JSON.stringify({ sub, email, email_verified: true }),
  })
  const request = { postBody: `${postBody}`, requestUri: 'http://localhost' }
  const first = await callEmulator(site, 'accounts:signInWithIdp', {
    ...request,
    ...(idToken && { idToken }),
  })
  return { first, email, signIn: () => callEmulator(site, 'accounts:signInWithIdp', request) }
}

/** A squatter who has proved an address of their own, and has a passkey. */
async function provedSquatter(site: Site) {
  const account = await createProvedAccount(site)
  const key = await addKey({ site, account, cookie: account.cookie })
  return { ...account, key }
}

const squats: Record<string, (site: Site) => Promise<Squat>> = {
  'registered at the provider alone, with a Google account linked': async (site) => {
    const account = await createAccount(site)
    const google = await useGoogle(site, account.idToken)
    return { ...account, signInWithGoogle: google.signIn }
  },
  'registered here, and used up the sessions of the account': async (site) => {
    const account = await createAccount(site)
    const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
    for (let n = 0; n < 61; n++) await postToken(site, account.idToken, fromElsewhere())
    expect((await postToken(site, account.idToken)).status).toBe(429)
    return { ...account, cookie }
  },
  'changed the address of an account with a proved one, a passkey and a session': async (site) => {
    const squatter = await provedSquatter(site)
    const email = newMailbox()
    await changeAddress(site, squatter.idToken, email)
    return { ...squatter, email }
  },
  'renewed the session after that': async (site) => {
    const squatter = await provedSquatter(site)
    const email = newMailbox()
    await changeAddress(site, squatter.idToken, email)
    const { idToken } = await repeatSignIn(site, { ...squatter, email })
    const renewed = await postToken(site, idToken, { cookie: `__session=${squatter.cookie}` })
    return { ...squatter, email, cookie: sessionCookieOf(renewed).value }
  },
  'let the owner verify the address, and signed in again': async (site) => {
    const account = await createAccount(site)
    const first = sessionCookieOf(await postToken(site, account.idToken)).value
    await verifyAddress(site, account)
    const { idToken } = await repeatSignIn(site, account)
    const again = await postToken(site, idToken, { cookie: `__session=${first}` })
    return { ...account, idToken, cookie: sessionCookieOf(again).value }
  },
  'let the owner press a change to the address': async (site) => {
    const squatter = await provedSquatter(site)
    const email = newMailbox()
    const { idToken } = await repeatSignIn(site, squatter)
    await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email })
    await pressMail(site, squatter.email, 'VERIFY_AND_CHANGE_EMAIL')
    return { ...squatter, email }
  },
  'linked the address and a password to an anonymous account with a session': async (site) => {
    const anonymous = await callEmulator(site, 'accounts:signUp', {})
    const cookie = sessionCookieOf(await postToken(site, anonymous.idToken)).value
    const [email, password] = [newMailbox(), 'correct horse']
    const { idToken } = await callEmulator(site, 'accounts:signUp', { ...anonymous, email, password })
    return { email, password, userId: anonymous.localId, cookie, idToken }
  },
  'linked the address and a password to a Google account with a passkey': async (site) => {
    const google = await useGoogle(site)
    const { idToken, localId: userId } = google.first
    const cookie = sessionCookieOf(await postToken(site, idToken)).value
    const visitor: Visitor = { site, cookie, account: { ...noAccount, userId } }
    // Its own address is proved by Google.
    const proved = sessionCookieOf(await postToken(site, (await google.signIn()).idToken)).value
    const key = await addKey({ ...visitor, cookie: proved })
    const [email, password] = [newMailbox(), 'correct horse']
    await callEmulator(site, 'accounts:signUp', { idToken, email, password })
    return { email, password, userId, cookie, key, signInWithGoogle: google.signIn }
  },
}

const noAccount = { email: '', password: '', userId: '', idToken: '', refreshToken: '' }

async function isAlive(site: Site, cookie: string): Promise<boolean> {
  return (await getNotesPage(site, cookie)).status === 200
}

/** Which of the squatter's ways still lead into the account. */
async function whatHolds(site: Site, squat: Squat): Promise<string[]> {
  const holds: string[] = []
  if (squat.cookie && (await isAlive(site, squat.cookie))) holds.push('session')
  if (squat.password && (await canSignIn(site, squat.email, squat.password))) holds.push('password')
  if (squat.key && (await sendAssertion(site, await signSignIn(site, squat.key))).ok) holds.push('passkey')
  if (squat.idToken && (await postToken(site, squat.idToken)).ok) holds.push('token')
  const google = await squat.signInWithGoogle?.()
  if (google && google.localId === squat.userId) holds.push('Google')
  return holds
}

for (const [name, squat] of Object.entries(squats))
  test(`an owner who comes by a link ends it all: the squatter ${name}`, async ({ site }) => {
    const squatter = await squat(site)
    const owner = await openLink(site, squatter.email)
    expect(owner.userId, 'the same account').toBe(squatter.userId)
    const { cookie, isSecured } = await signInProved(site, owner)
    expect(isSecured).toBe(true)
    expect(await whatHolds(site, squatter)).toEqual([])
    expect(await isAlive(site, cookie)).toBe(true)
    const later = await signInProved(site, await openLink(site, squatter.email))
    expect(later.isSecured, 'once is enough').toBe(false)
    expect(await isAlive(site, cookie)).toBe(true)
    const secured = site.records().filter(({ event }) => event === 'account.secured')
    expect(secured.filter(({ userId }) => userId === squatter.userId)).toHaveLength(1)
  })

test('an owner who resets the password ends it all, too, and keeps the new password', async ({ site }) => {
  const account = await createAccount(site)
  const google = await useGoogle(site, account.idToken)
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
  const proof = await resetPassword(site, account.email, 'the owner’s own')
  const owner = await repeatSignIn(site, { ...account, password: 'the owner’s own' })
  const signedIn = await signInProved(site, { idToken: owner.idToken, proof })
  expect(await whatHolds(site, { ...account, cookie, signInWithGoogle: google.signIn })).toEqual([])
  expect(await isAlive(site, signedIn.cookie)).toBe(true)
  expect(await canSignIn(site, account.email, 'the owner’s own')).toBe(true)
})

test('an owner who signs in with the same address at Google ends it all, an alias proves nothing', async ({
  site,
}) => {
  const account = await createAccount(site)
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
  const sub = crypto.randomUUID()
  const claims = { sub, email: account.email, email_verified: true }
  const postBody = `${new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) })}`
  const request = { postBody, requestUri: 'http://localhost' }
  const owner = await callEmulator(site, 'accounts:signInWithIdp', request)
  expect(owner.localId).toBe(account.userId)
  const refused = await postToken(site, owner.idToken)
  expect((await refused.json()).code).toBe('account-secured')
  expect(await whatHolds(site, { ...account, cookie })).toEqual([])

  const other = await createAccount(site)
  const alias = await useGoogle(site, other.idToken)
  expect((await postToken(site, (await alias.signIn()).idToken)).status, 'no proof, no harm').toBe(204)
  expect(await canSignIn(site, other.email, other.password)).toBe(true)
})

test('a planted cookie of the squatter changes nothing for the owner', async ({ site }) => {
  const account = await createAccount(site)
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
  const owner = await openLink(site, account.email)
  const { isSecured } = await signInProved(site, owner, { cookie: `__session=${cookie}` })
  expect(isSecured).toBe(true)
  expect(await whatHolds(site, { ...account, cookie })).toEqual([])
})

test('a custom token from before the takeover never gets anybody in, whatever it sets up', async ({
  site,
}) => {
  const squatter = await provedSquatter(site)
  const answer = await sendAssertion(site, await signSignIn(site, squatter.key))
  const { customToken: token } = (await answer.json()) as { customToken: string }
  const email = newMailbox()
  await changeAddress(site, squatter.idToken, email)
  const owner = await signInProved(site, await openLink(site, email))

  const back = await callEmulator(site, 'accounts:signInWithCustomToken', { token })
  expect((await postToken(site, back.idToken)).status, 'its passkey is gone').toBe(401)
  const set = { idToken: back.idToken, password: 'squatter again' }
  const { idToken } = await callEmulator(site, 'accounts:update', set)
  expect((await postToken(site, idToken)).status).toBe(401)
  const typed = await repeatSignIn(site, { email, password: 'squatter again' })
  const refused = await postToken(site, typed.idToken)
  expect([refused.status, (await refused.json()).code]).toEqual([401, 'address-proof-needed'])

  const elsewhere = newMailbox()
  await changeAddress(site, typed.idToken, elsewhere)
  const moved = await repeatSignIn(site, { email: elsewhere, password: 'squatter again' })
  const proof = await verifyAddress(site, moved)
  const again = await repeatSignIn(site, moved)
  const own = await postToken(site, again.idToken, { [addressProofHeader]: proof })
  expect(own.status, 'a proof of the squatter’s own address').toBe(401)
  expect(await canSignIn(site, elsewhere, 'squatter again'), 'the address is back').toBe(false)
  expect(await isAlive(site, owner.cookie)).toBe(true)
  const link = await openLink(site, email)
  expect(link.userId, 'the owner’s account').toBe(squatter.userId)
  expect((await signInProved(site, link)).isSecured, 'and is secured once more').toBe(true)
  expect(await canSignIn(site, email, 'squatter again')).toBe(false)
})

test('sixty sign-ins by a squatter’s passkey don’t keep the owner out', async ({ site }) => {
  const squatter = await provedSquatter(site)
  const email = newMailbox()
  await changeAddress(site, squatter.idToken, email)
  const { idToken } = await repeatSignIn(site, { ...squatter, email })
  for (let n = 0; n < 62; n++) await postToken(site, idToken, fromElsewhere())
  const proof = await resetPassword(site, email, 'the owner’s own')
  const owner = await repeatSignIn(site, { email, password: 'the owner’s own' })
  expect((await signInProved(site, { idToken: owner.idToken, proof })).cookie).toBeTruthy()
})

test('a session and a passkey put back while the account is secured are not kept', async ({ site }) => {
  for (let round = 0; round < 3; round++) {
    const squatter = await provedSquatter(site)
    const email = newMailbox()
    await changeAddress(site, squatter.idToken, email)
    const { idToken } = await repeatSignIn(site, { ...squatter, email })
    const got: string[] = []
    let isRunning = true
    const robot = (async () => {
      while (isRunning) {
        const response = await postToken(site, idToken, fromElsewhere())
        if (response.status === 204) got.push(sessionCookieOf(response).value)
        const visitor = { site, account: squatter, cookie: got.at(-1) ?? squatter.cookie }
        await addKey(visitor).catch(() => undefined)
      }
    })()
    const owner = await signInProved(site, await openLink(site, email))
    isRunning = false
    await robot
    for (const cookie of [squatter.cookie, ...got]) expect(await isAlive(site, cookie)).toBe(false)
    const headers = { cookie: `__session=${owner.cookie}` }
    const list = await (await fetch(`${site.url}/api/passkeys`, { headers })).json()
    expect(list.passkeys).toEqual([])
  }
})

test('of two first proofs at once at least one gets in, and nothing of the squatter stays', async ({
  site,
}) => {
  const account = await createAccount(site)
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
  const links = [await openLink(site, account.email), await openLink(site, account.email)]
  const answers = await Promise.all(
    links.map(({ idToken, proof }) => postToken(site, idToken, { [addressProofHeader]: proof })),
  )
  expect(answers.filter(({ status }) => status === 409).length).toBeGreaterThan(0)
  expect(await whatHolds(site, { ...account, cookie })).toEqual([])
  const again = await signInProved(site, await openLink(site, account.email))
  expect(await isAlive(site, again.cookie)).toBe(true)
})

test('a link’s nonce proves its address once, for a sign-in after it, and no other address', async ({
  site,
}) => {
  const [account, other] = [await createAccount(site), await createAccount(site)]
  const { nonce } = await requestLink(site, account.email)
  const foreign = await postToken(site, other.idToken, { [addressProofHeader]: nonce })
  expect(foreign.status, 'another address: no proof, an ordinary sign-in').toBe(204)
  const owner = await openLink(site, account.email)
  expect((await signInProved(site, owner)).isSecured).toBe(true)
  const row = site.records().filter(({ event }) => event === 'account.secured').length
  const reset = await createAccount(site)
  expect((await postToken(site, reset.idToken, { [addressProofHeader]: owner.proof })).status).toBe(204)
  expect(site.records().filter(({ event }) => event === 'account.secured')).toHaveLength(row)
})

test('the mails of a mailbox end at twenty a day, and the earlier links still prove', async ({ site }) => {
  const account = await createAccount(site)
  const first = await requestLink(site, account.email)
  const headers = (n: number) => ({
    'content-type': 'application/json',
    'x-forwarded-for': `198.51.100.${n}`,
  })
  const body = JSON.stringify({ email: account.email })
  for (let n = 0; n < 25; n++) {
    const sent = await fetch(`${site.url}/api/session/links`, { method: 'POST', headers: headers(n), body })
    expect(sent.status).toBe(204)
  }
  const signedIn = await postToEmulator(site, 'accounts:signInWithEmailLink', {
    ...{ email: account.email, oobCode: first.code, returnSecureToken: true },
  })
  const { idToken } = await signedIn.json()
  expect((await signInProved(site, { idToken, proof: first.nonce })).isSecured).toBe(true)
})
