/** Proofs of an address in production mode, also while the provider fails or refuses our server. */
import { expect } from '@playwright/test'
import { decodeJwt } from 'jose'
import { addressProofHeader } from '@/lib/session/address-proof'
import { nowSeconds } from '../support/google/tokens'
import { requestProof } from '../support/mails'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { type Site, startSite } from '../support/site'
import { type Person, test, type World } from '../support/world'

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

/** An account whose squatter is signed in and has linked more; its owner holds a proof, and a token of a sign-in by link. */
async function comeToSquattedAccount(kind: 'VERIFY_EMAIL' | 'PASSWORD_RESET' = 'VERIFY_EMAIL') {
  const squatter = await world.signIn()
  const { email } = squatter
  const { accounts } = world.google
  accounts.change(email, { emailVerified: true, providers: ['password', 'google.com', 'phone'] })
  const { oobCode: code } = world.google.writeMail({ requestType: kind, email, continueUrl: '' })
  const { proof } = await (await requestProof(world.site, { code })).json()
  const token = await world.google.idToken(email, { email_verified: true })
  return { squatter, token, proof, found: () => accounts.byEmail(email) }
}

const post = ({ token, proof }: { token: string; proof: string }) =>
  postToken(world.site, token, { [addressProofHeader]: proof })

/** Signs in again with the custom token of a 409. */
async function comeIn({ email }: Person, refused: Response): Promise<string> {
  expect(refused.status).toBe(409)
  const { customToken } = (await refused.json()) as { customToken: string }
  expect(decodeJwt(customToken)).toMatchObject({ uid: world.google.accounts.byEmail(email)?.id })
  const claims = decodeJwt(customToken).claims as object
  const again = { ...claims, auth_time: nowSeconds() + 1, firebase: { sign_in_provider: 'custom' } }
  const opened = await postToken(world.site, await world.google.idToken(email, again))
  return sessionCookieOf(opened).value
}

test('while the provider fails nobody gets in, and the same proof completes what was left undone', async () => {
  const { squatter, token, proof, found } = await comeToSquattedAccount()
  world.google.fail({ status: 500 }, 'adminDelete')
  expect((await post({ token, proof })).status).toBe(503)
  expect(found()?.providers).toEqual(['password', 'google.com', 'phone'])
  world.google.mend()
  const other = await postToken(world.site, await world.google.idToken(squatter.email))
  expect([other.status, (await other.json()).code]).toEqual([401, 'address-proof-needed'])
  await comeIn(squatter, await post({ token, proof }))
  expect((await getNotesPage(world.site, squatter.cookie)).status).toBe(307)
})

test('an unknown code proves nothing, and while the provider is away nothing is used', async () => {
  const unknown = await requestProof(world.site, { code: 'unknown' })
  expect([unknown.status, (await unknown.json()).code]).toEqual([410, 'invalid-action-code'])
  const { oobCode: code } = world.google.writeMail({
    requestType: 'VERIFY_EMAIL',
    email: 'a@example.com',
    continueUrl: '',
  })
  world.google.fail({ status: 500 }, 'readCode')
  expect((await requestProof(world.site, { code })).status).toBe(503)
  world.google.mend()
  expect((await requestProof(world.site, { code })).status).toBe(200)
})

test('our links carry a nonce to the site’s own address; without SITE_URL there are none', async () => {
  const body = JSON.stringify({ email: 'ada@example.com', next: '/app/account' })
  const send = ({ url }: Site) =>
    fetch(`${url}/api/session/links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  expect((await send(world.site)).status, 'anybody could name a host').toBe(502)
  const site = await startSite({ env: { ...world.environment, SITE_URL: 'https://foyer.example' } })
  try {
    expect((await send(site)).status).toBe(204)
    const mail = world.google.mails.at(-1)
    expect(mail?.continueUrl).toMatch(
      /^https:\/\/foyer\.example\/auth\/action\?next=%2Fapp%2Faccount&proof=[\w.-]+$/,
    )
    world.google.fail({ status: 400 }, 'adminSendMail')
    expect((await send(site)).status, 'the provider refuses us').toBe(502)
  } finally {
    world.google.mend()
    await site.stop()
  }
})
