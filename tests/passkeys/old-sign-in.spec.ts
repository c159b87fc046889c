/** A session that was opened a while ago changes no sign-in method. */
import { oldSignInCookie } from '../support/aged-cookie'
import { register } from '../support/authenticator'
import { expect } from '../support/fixtures'
import {
  addKey,
  listPasskeys,
  originOf,
  outcome,
  refused,
  registrationChallenge,
  requestCreation,
  send,
  sendRegistration,
  signInVisitor,
  proxiedTest as test,
} from '../support/passkeys'

test('a sign-in of ten minutes ago adds and removes no passkey, and takes off no second factor', async ({
  site,
}) => {
  const who = await signInVisitor(site)
  const { passkeyId } = await addKey(who)
  const { credential } = register(await registrationChallenge(who), originOf(site))
  const { account } = who
  const cookie = (await oldSignInCookie(site, account)).value
  const old = { site, account, cookie }
  const remove = (path: string, body?: object) => send(site, path, { method: 'DELETE', cookie, body })
  for (const attempt of [
    () => requestCreation(old, 'registration'),
    () => sendRegistration(old, credential),
    () => remove(`/api/passkeys/${passkeyId}`),
    () => remove('/api/account/second-factors', { userId: account.userId }),
  ])
    expect(await outcome(site, attempt())).toEqual(refused(403, 'recent-sign-in-needed'))
  expect(await listPasskeys(old)).toMatchObject({ passkeys: [{ id: passkeyId }] })
})
