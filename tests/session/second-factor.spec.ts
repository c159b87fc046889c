/** Second factors and sessions, over HTTP. Tokens are made here, as the emulator signs none. */
import { decodeJwt } from 'jose'
import { renewalHeader } from '@/lib/session/address-proof'
import { type Account, createAccount, repeatSignIn, unsignedToken } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { enrollPhones, newPhone } from '../support/second-factor'
import type { Site } from '../support/site'

async function open(site: Site, account: Account): Promise<string> {
  return sessionCookieOf(await postToken(site, (await repeatSignIn(site, account)).idToken)).value
}

/** The token with other claims. */
function changed(idToken: string, changes: object): string {
  return unsignedToken({ ...decodeJwt(idToken), ...changes })
}

const withFactor = (idToken: string) =>
  changed(idToken, { firebase: { sign_in_provider: 'password', second_factor_identifier: 'phone-0' } })

test('a token from before a second factor opens no session anymore, and renews the one it has', async ({
  site,
}) => {
  const account = await createAccount(site)
  const cookie = await open(site, account)
  const before = await repeatSignIn(site, account)
  await enrollPhones(site, account, [newPhone()])
  const refused = await postToken(site, before.idToken)
  expect(refused.status).toBe(401)
  expect(await refused.json()).toEqual({ code: 'second-factor-required' })
  expect((await postToken(site, withFactor(before.idToken))).status).toBe(204)
  const verified = changed(before.idToken, { email_verified: true })
  const renewed = await postToken(site, verified, { cookie: `__session=${cookie}`, [renewalHeader]: '1' })
  expect((await getNotesPage(site, sessionCookieOf(renewed).value)).status).toBe(200)
})

test('the first renewal with a second factor ends the user’s other sessions', async ({ site }) => {
  const account = await createAccount(site)
  const [here, elsewhere] = [await open(site, account), await open(site, account)]
  const token = withFactor((await repeatSignIn(site, account)).idToken)
  const renewed = await postToken(site, token, { cookie: `__session=${here}`, [renewalHeader]: '1' })
  const { value } = sessionCookieOf(renewed)
  expect((await getNotesPage(site, value)).status).toBe(200)
  expect((await getNotesPage(site, elsewhere)).status).not.toBe(200)
  const another = await open(site, account)
  const again = changed(token, { email_verified: true })
  await postToken(site, again, { cookie: `__session=${value}`, [renewalHeader]: '1' })
  expect((await getNotesPage(site, another)).status, 'and later ones don’t').toBe(200)
})

test('a sign-in in the future creates no session', async ({ site }) => {
  const { idToken } = await createAccount(site)
  const inSeconds = (seconds: number) =>
    changed(idToken, { auth_time: Math.floor(Date.now() / 1000) + seconds })
  expect((await postToken(site, inSeconds(150))).status, 'a clock of the provider a little ahead').toBe(204)
  expect((await postToken(site, inSeconds(240))).status).toBe(401)
})
