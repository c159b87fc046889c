/** What the former user of an account still holds, disabled and deleted users, and accounts that lost their address. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { importPKCS8, SignJWT } from 'jose'
import { addressProofHeader } from '@/lib/session/address-proof'
import { requestProof } from '../support/mails'
import { codeOf, getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { test, type World } from '../support/world'
import {
  claim,
  comeIn,
  expectOwned,
  isLeaving,
  once,
  personOf,
  proofOf,
  prove,
  refusalOf,
  type Squat,
  signIn,
  squat,
  usersAt,
} from './production-owners'

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

test.beforeEach(() => test.setTimeout(120_000))
test.afterEach(() => world.google.mend())

const newMailbox = () => `mailbox-${randomUUID()}@example.com`

/** Somebody with a proved account has moved it to this address, unannounced. */
async function move(account: Squat, to: string): Promise<void> {
  await prove(world, account)
  world.google.accounts.change(account.email, { email: to })
}

const notesOf = async (cookie: string) => (await getNotesPage(world.site, cookie)).text()

test('codes, a refresh token and an ID token of the former user end with that user', async () => {
  const account = await squat(world)
  const { email } = account
  const { google } = world
  const codes = ['VERIFY_EMAIL', 'PASSWORD_RESET', 'RECOVER_EMAIL', 'VERIFY_AND_CHANGE_EMAIL'].map(
    (requestType) =>
      google.writeMail({ requestType, email, newEmail: newMailbox(), continueUrl: '' }).oobCode,
  )
  const { idToken, refreshToken } = await google.signIn(email, 'correct horse')
  const cookie = await comeIn(world, email, await claim(world.site, await proofOf(world, email)))
  for (const code of codes) {
    expect((await requestProof(world.site, { code })).status).toBe(410)
    for (const call of [google.ask('update', { oobCode: code }), setPassword(code)])
      expect((await call).body).toMatchObject({ error: { message: 'INVALID_OOB_CODE' } })
  }
  const again = { grant_type: 'refresh_token', refresh_token: refreshToken }
  expect((await google.ask('refresh', again)).body).toMatchObject({ error: { message: 'USER_NOT_FOUND' } })
  expect((await google.ask('update', { idToken, password: 'mine again' })).status).toBe(400)
  const posted = await postToken(world.site, idToken)
  expect([posted.status, (await posted.json()).code]).toEqual([401, 'auth/user-not-found'])
  await expectOwned(world, account, cookie)
})

const setPassword = (oobCode: string) => world.google.ask('readCode', { oobCode, newPassword: 'mine again' })

test('a custom token from before makes at most a user without rows, with another ID here', async () => {
  const account = await squat(world)
  const cookie = await comeIn(
    world,
    account.email,
    await claim(world.site, await proofOf(world, account.email)),
  )
  const made = await world.google.ask('signInWithCustomToken', { token: await customTokenOf(account.userId) })
  const { idToken } = made.body as { idToken: string }
  const theirs = sessionCookieOf(await postToken(world.site, idToken)).value
  expect(world.google.accounts.byId(account.userId)?.email).toBe('')
  expect(await personOf(world.site, theirs)).not.toBe(account.userId)
  expect(await notesOf(theirs)).not.toContain(account.text)
  expect(await notesOf(cookie)).toContain(account.text)
})

/** As the service account signed it while the former user was there. */
async function customTokenOf(uid: string): Promise<string> {
  const { client_email: email, private_key: key } = JSON.parse(
    world.environment.FIREBASE_SERVICE_ACCOUNT ?? '{}',
  )
  const toolkit = 'google.identity.identitytoolkit.v1.IdentityToolkit'
  return new SignJWT({ uid })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(email)
    .setSubject(email)
    .setAudience(`https://identitytoolkit.googleapis.com/${toolkit}`)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(key, 'RS256'))
}

test('a former user who is made anew at the address during an outage keeps the owner out no longer', async () => {
  const account = await squat(world)
  const proof = await proofOf(world, account.email)
  world.google.fail({ status: 500 }, 'adminImport')
  expect((await claim(world.site, proof)).status).toBe(503)
  world.google.accounts.add(account.email, 'a stranger’s', { id: account.userId })
  world.google.mend()
  await expectOwned(world, account, await comeIn(world, account.email, await claim(world.site, proof)))
})

test('a user who came back with another’s ID is refused, and gets an empty account by a proof', async () => {
  const former = await squat(world)
  world.google.accounts.change(former.email, { createdAtMs: Date.now() - 60_000 })
  const token = await postToken(world.site, await world.google.idToken(former.email))
  expect(await codeOf(token)).toEqual([401, 'account-recreated'])
  const claimed = await claim(world.site, await proofOf(world, former.email, 'VERIFY_EMAIL'))
  expect(await notesOf(await comeIn(world, former.email, claimed))).not.toContain(former.text)
})

test('a proof of another address opens nothing for the token of a user who is gone', async () => {
  const [gone, attacker] = [await squat(world), await squat(world)]
  const token = await world.google.idToken(gone.email)
  world.google.accounts.remove(gone.email)
  const proof = await proofOf(world, attacker.email)
  const answer = await postToken(world.site, token, { [addressProofHeader]: proof })
  expect([answer.status, (await answer.json()).code]).toEqual([401, 'auth/user-not-found'])
  expect(world.google.accounts.named(attacker.email).id).toBe(attacker.userId)
})

test('a disabled user is not replaced, and nothing of the account is touched', async () => {
  const account = await squat(world)
  const proof = await proofOf(world, account.email)
  world.google.accounts.change(account.email, { disabled: true })
  expect(await refusalOf(world.site, proof)).toEqual([401, 'auth/user-disabled'])
  expect(world.google.accounts.named(account.email).id).toBe(account.userId)
  expect(await world.rowsOf(account)).toMatchObject([{ revoked_at: null }])
})

test('nor is one who is disabled between the lookup and the start', async () => {
  const account = await squat(world)
  const proof = await proofOf(world, account.email)
  const disable = once({ when: 'after' }, () =>
    world.google.accounts.change(account.email, { disabled: true }),
  )
  world.google.interfere('adminLookup', disable)
  expect(await refusalOf(world.site, proof)).toEqual([401, 'auth/user-disabled'])
  expect(world.google.accounts.named(account.email).id).toBe(account.userId)
  expect(await isLeaving(world, account.email)).toBe(false)
})

test('a disabled user who has come to the address waits for the operator, and so does its owner', async () => {
  const account = await squat(world)
  const { email } = account
  const proof = await proofOf(world, email)
  const come = once({ when: 'after' }, () => {
    world.google.accounts.add(email, 'a stranger’s', { disabled: true })
  })
  world.google.interfere('adminDelete', come)
  expect(await refusalOf(world.site, proof)).toEqual([503, 'auth/user-disabled'])
  expect(usersAt(world, email)).toMatchObject([{ disabled: true }])
  world.google.accounts.remove(email)
  await expectOwned(world, account, await comeIn(world, email, await claim(world.site, proof)))
})

test('an account whose user an operator has deleted stays gone for whoever proves its address', async () => {
  const account = await squat(world)
  await prove(world, account)
  world.google.accounts.remove(account.email)
  const proof = await proofOf(world, account.email)
  world.google.accounts.add(account.email, 'mine')
  const cookie = await comeIn(world, account.email, await claim(world.site, proof))
  expect(await personOf(world.site, cookie)).not.toBe(account.userId)
  expect(await notesOf(cookie)).not.toContain(account.text)
})

test('a refused recovery of a disabled account leaves the one at the address as it was', async () => {
  const [account, atFormer] = [await squat(world), await squat(world)]
  await prove(world, account)
  await world.query(
    'insert into former_addresses (id, uid, address, changed_at) values ($1, $2, $3, now())',
    [randomUUID(), account.userId, atFormer.email],
  )
  world.google.accounts.change(account.email, { disabled: true })
  const proof = await proofOf(world, atFormer.email)
  expect(await refusalOf(world.site, proof)).toEqual([401, 'auth/user-disabled'])
  expect(await personOf(world.site, await signIn(world, atFormer.email))).toBe(atFormer.userId)
})

test('a recovery for another address goes on with a user of its own', async () => {
  const account = await squat(world)
  await prove(world, account)
  const [first, second] = [newMailbox(), newMailbox()]
  for (const address of [first, second])
    await world.query(
      'insert into former_addresses (id, uid, address, changed_at) values ($1, $2, $3, now())',
      [randomUUID(), account.userId, address],
    )
  world.google.interfere(
    'adminImport',
    once({ when: 'after' }, () => ({ status: 500 })),
  )
  expect((await claim(world.site, await proofOf(world, first))).status).toBe(503)
  const met = world.google.accounts.named(first).id
  world.google.mend()
  const cookie = await comeIn(world, second, await claim(world.site, await proofOf(world, second)))
  expect(world.google.accounts.named(second).id).not.toBe(met)
  expect(await notesOf(cookie)).toContain(account.text)
})

test('an owner who comes before a change is noticed gets the account, whose user goes', async () => {
  const account = await squat(world)
  await move(account, newMailbox())
  const proof = await proofOf(world, account.email, 'EMAIL_SIGNIN').catch(() => null)
  expect(proof, 'a link has a nonce instead').toBeNull()
  const claimed = await claim(world.site, await proofOf(world, account.email))
  await expectOwned(world, account, await comeIn(world, account.email, claimed))
})

/** Their owner’s address is a stranger’s by now, who has a note, too. */
async function loseToStranger() {
  const [account, stranger] = [await squat(world), await squat(world)]
  const address = account.email
  await move(account, newMailbox())
  world.google.accounts.change(stranger.email, { email: address })
  return { account, address, stranger }
}

test('where the address is taken nobody signs in, and its owner gets what both accounts have', async () => {
  const { account, address, stranger } = await loseToStranger()
  const moved = await postToken(
    world.site,
    await world.google.idToken(world.google.accounts.byId(account.userId)?.email ?? ''),
  )
  expect([moved.status, (await moved.json()).code]).toEqual([401, 'address-moved'])
  const cookie = await comeIn(world, address, await claim(world.site, await proofOf(world, address)))
  await expectOwned(world, account, cookie)
  expect(await notesOf(cookie)).toContain(stranger.text)
})

test('while it is not known whose user a lost account has, nobody gets the address', async () => {
  const { account, address } = await loseToStranger()
  const proof = await proofOf(world, address)
  world.google.failFor(account.userId, { status: 500 }, 'adminLookup')
  expect((await claim(world.site, proof)).status).toBe(503)
  world.google.mend()
  await expectOwned(world, account, await comeIn(world, address, await claim(world.site, proof)))
})

test('an account moved to an address whose owner takes that is not lost for its own', async () => {
  const { account, address } = await loseToStranger()
  const elsewhere = world.google.accounts.byId(account.userId)?.email ?? ''
  const taken = await comeIn(
    world,
    elsewhere,
    await claim(world.site, await proofOf(world, elsewhere, 'VERIFY_EMAIL')),
  )
  expect(await notesOf(taken)).not.toContain(account.text)
  const cookie = await comeIn(world, address, await claim(world.site, await proofOf(world, address)))
  await expectOwned(world, account, cookie)
})

test('a proved account that has come to the address meanwhile gets its own back', async () => {
  const [account, mover] = [await squat(world), await squat(world)]
  await prove(world, mover)
  const own = mover.email
  const come = once({ when: 'after' }, () => world.google.accounts.change(own, { email: account.email }))
  world.google.interfere('adminDelete', come)
  const claimed = await claim(world.site, await proofOf(world, account.email))
  await expectOwned(world, account, await comeIn(world, account.email, claimed))
  expect(world.google.accounts.named(own).id).toBe(mover.userId)
})

test('who has proved an address in the meantime stays, and no account is left on its way to it', async () => {
  const other = await squat(world)
  const address = newMailbox()
  // Without any account at the address a claim would wait for a sign-in: this one was moved from there.
  await prove(world, { ...other, email: address })
  await world.query('update accounts set moved_at = now() where uid = $1', [other.userId])
  world.google.accounts.remove(other.email)
  const proof = await proofOf(world, address)
  const quicker = await squat(world)
  const prover = once({ when: 'after', nth: 2 }, async () => {
    world.google.accounts.change(quicker.email, { email: address })
    await prove(world, { ...quicker, email: address })
  })
  world.google.interfere('adminLookup', prover)
  expect((await claim(world.site, proof)).status).toBe(503)
  expect(usersAt(world, address).map(({ id }) => id)).toEqual([quicker.userId])
  expect(await isLeaving(world, address)).toBe(false)
  expect(await notesOf(await signIn(world, address)), 'both are the owner’s').toContain(other.text)
})
