/** What a proof of an address opens, how often, and whom it never replaces: over HTTP, with the real emulator. */
import { addressProofHeader } from '@/lib/session/address-proof'
import { newAddress, proxiedTest as test } from '../passkeys/requests'
import { accountOf, createAccount, disableAccount, removeAccount } from '../support/accounts'
import { expect } from '../support/fixtures'
import {
  comeByLink,
  latestMail,
  postProof,
  requestLink,
  requestProof,
  sendMail,
  signInSecured,
} from '../support/mails'
import { codeOf, postToken } from '../support/requests'
import { createOwner, newMailbox, signInByToken, titlesOf, usersOf, writeNote } from './owners'

test('a nonce opens an account once, and what was never ours opens nothing', async ({ site }) => {
  const { email } = await createAccount(site)
  const { nonce } = await requestLink(site, email)
  const opened = await postProof(site, nonce, { email })
  expect(opened.status).toBe(409)
  const { cookie } = await signInSecured(site, opened, { email })
  await writeNote(site, cookie, 'mine')
  for (const used of [nonce, `${nonce.slice(0, -4)}AAAA`, 'garbage'])
    expect(await codeOf(await postProof(site, used, { email }))).toEqual([401, 'proof-unknown'])
  expect(await titlesOf(site, cookie)).toEqual(['mine'])
})

test('a proved account isn’t opened by a proof alone, and nothing of it changes', async ({ site }) => {
  const owner = await createOwner(site, 'mine')
  const { nonce } = await requestLink(site, owner.email)
  const response = await postProof(site, nonce)
  expect(response.headers.getSetCookie()).toEqual([])
  expect([response.status, await response.json()]).toEqual([200, { code: 'sign-in-needed' }])
  expect(await titlesOf(site, owner.cookie)).toEqual(['mine'])
})

test('a proof beside another address than its own is refused, and stays unused', async ({ site }) => {
  const { email } = await createAccount(site)
  const { nonce } = await requestLink(site, email)
  for (const other of [newMailbox(), ''])
    expect(await codeOf(await postProof(site, nonce, { email: other }))).toEqual([
      401,
      'proof-of-other-address',
    ])
  expect((await postProof(site, nonce, { email: ` ${email.toUpperCase()} ` })).status).toBe(409)
})

test('a proof that comes with the token of another address is none', async ({ site }) => {
  const [victim, squatter] = [await createAccount(site), await createAccount(site)]
  const { nonce } = await requestLink(site, squatter.email)
  expect((await postToken(site, victim.idToken, { [addressProofHeader]: nonce })).status).toBe(204)
  expect(await codeOf(await postProof(site, nonce))).toEqual([409, 'account-secured'])
  expect(await usersOf(site, { localId: [victim.userId] })).toHaveLength(1)
})

test('one code gives at most ten proofs, and a person at most 60 sessions in ten minutes', async ({
  site,
}) => {
  const account = await createAccount(site)
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken: account.idToken })
  const { oobCode: code } = await latestMail(site, account.email, 'VERIFY_EMAIL')
  const proofs: string[] = []
  for (let n = 0; n < 12; n++) {
    const given = await requestProof(site, { code })
    if (given.ok) proofs.push((await given.json()).proof)
    else expect(given.status).toBe(429)
  }
  expect(proofs).toHaveLength(10)
  const owner = await comeByLink(site, account.email)
  let opened = 0
  for (const proof of [...proofs, null])
    for (let n = 0; n < 45; n++) {
      const headers = { 'x-forwarded-for': newAddress(), ...(proof && { [addressProofHeader]: proof }) }
      const { status } = await postToken(site, owner.account.idToken, headers)
      if (status === 429) break
      if (status === 204) opened += 1
    }
  expect(opened).toBeGreaterThan(30)
  expect(opened).toBeLessThanOrEqual(60)
})

test('a disabled user is never replaced, whatever proves the address', async ({ site }) => {
  const account = await createAccount(site)
  const { nonce } = await requestLink(site, account.email)
  await disableAccount(site, account.userId)
  const alone = await postProof(site, nonce, { email: account.email })
  expect(await codeOf(alone)).toEqual([401, 'auth/user-disabled'])
  const withToken = await postToken(site, account.idToken, { [addressProofHeader]: nonce })
  expect(await codeOf(withToken)).toEqual([401, 'auth/user-disabled'])
  expect(await usersOf(site, { email: [account.email] })).toMatchObject([
    { localId: account.userId, disabled: true },
  ])
})

test('a user whom the operator deleted stays gone: who has the mailbox gets an empty account', async ({
  site,
}) => {
  const owner = await createOwner(site, 'gone')
  await removeAccount(site, owner.userId)
  const again = await comeByLink(site, owner.email)
  expect([again.isSecured, await titlesOf(site, again.cookie)]).toEqual([false, []])
  expect(await usersOf(site, { localId: [owner.userId] })).toEqual([])
})

/** Rounds that run beside each other. */
const lanes = 4

test('of two first proofs at once at least one gets in, and one user has the address: 200 rounds', async ({
  site,
}) => {
  test.setTimeout(600_000)
  let rounds = 0
  const round = async () => {
    const { email } = await createAccount(site)
    const from = { 'x-forwarded-for': newAddress() }
    const links = [await requestLink(site, email, from), await requestLink(site, email, from)]
    const answers = await Promise.all(links.map(({ nonce }) => postProof(site, nonce, { email })))
    const secured = answers.filter(({ status }) => status === 409)
    expect(secured.length, `${answers.map(({ status }) => status)}`).toBeGreaterThan(0)
    const successors = new Set<string>()
    for (const answer of secured) {
      const tokens = await signInByToken(site, (await answer.json()).customToken)
      successors.add(accountOf(tokens, { email }).userId)
    }
    const users = await usersOf(site, { email: [email] })
    expect(users.map(({ localId }) => localId)).toEqual([...successors])
  }
  const lane = async () => {
    while (rounds < 200) {
      rounds += 1
      await round()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
})
