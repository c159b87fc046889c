/** Securing an account for the owner of its address in production mode, also while the provider fails. */
import { expect } from '@playwright/test'
import { decodeJwt } from 'jose'
import { nowSeconds } from '../support/google/tokens'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { test, type World } from '../support/world'

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

/** An account that a squatter used before its address was verified, and whose owner has an email link. */
async function comeToSquattedAccount() {
  const squatter = await world.signIn()
  const { accounts } = world.google
  accounts.change(squatter.email, { emailVerified: true, providers: ['password', 'google.com', 'phone'] })
  const token = await world.google.idToken(squatter.email, { email_verified: true })
  return { squatter, token, found: () => accounts.byEmail(squatter.email) }
}

test('the squatter’s sign-in methods are gone, and a custom token signs the owner in', async () => {
  const { squatter, token, found } = await comeToSquattedAccount()
  const refused = await postToken(world.site, token)
  expect(refused.status).toBe(409)
  const { customToken } = (await refused.json()) as { customToken: string }
  expect(decodeJwt(customToken)).toMatchObject({ uid: squatter.userId })
  expect(found()?.providers).toEqual(['password'])
  expect(found()?.password).toMatch(/^[\w-]{43}$/)
  expect(found()?.validSinceSeconds).toBeGreaterThan(nowSeconds() - 60)
  expect((await getNotesPage(world.site, squatter.cookie)).status).toBe(307)
  const again = {
    email_verified: true,
    auth_time: nowSeconds() + 1,
    firebase: { sign_in_provider: 'custom' },
  }
  const opened = await postToken(world.site, await world.google.idToken(squatter.email, again))
  expect((await getNotesPage(world.site, sessionCookieOf(opened).value)).status).toBe(200)
})

test('while the provider fails nobody gets in, and the next email link completes what was left undone', async () => {
  const { squatter, token, found } = await comeToSquattedAccount()
  world.google.fail({ status: 500 }, 'adminUpdate')
  expect((await postToken(world.site, token)).status).toBe(503)
  expect(found()?.password).toBe('correct horse')
  world.google.mend()
  expect((await postToken(world.site, token)).status).toBe(409)
  expect((await getNotesPage(world.site, squatter.cookie)).status).toBe(307)
})
