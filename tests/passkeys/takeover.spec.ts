/** What a squatter may still try while an account is secured for its owner, and afterwards. */

import { addressProofHeader } from '@/lib/session/address-proof'
import { callEmulator, createAccount, removeAccount } from '../support/accounts'
import { expect } from '../support/fixtures'
import { comeByLink, openLink } from '../support/mails'
import { postToken, sessionCookieOf } from '../support/requests'
import { register } from './authenticator'
import {
  originOf,
  requestCreation,
  sendAssertion,
  sendRegistration,
  signSignIn,
  proxiedTest as test,
} from './requests'
import { anonymousSquatter, fromElsewhere, isAlive, provedSquatter, whatHolds } from './squats'

test('a session and a passkey put back while the account changes hands are not kept', async ({ site }) => {
  for (let round = 0; round < 3; round++) {
    const squatter = await anonymousSquatter(site)
    const got: string[] = []
    let isRunning = true
    const robot = (async () => {
      while (isRunning) {
        const response = await postToken(site, squatter.idToken, fromElsewhere())
        if (response.status === 204) got.push(sessionCookieOf(response).value)
        const visitor = { site, account: squatter, cookie: got.at(-1) ?? squatter.cookie }
        const options = await requestCreation(visitor)
        if (!options.ok) continue
        const { credential } = register(await options.json(), originOf(site))
        await sendRegistration(visitor, credential)
      }
    })()
    const owner = await comeByLink(site, squatter.email)
    isRunning = false
    await robot
    for (const cookie of [squatter.cookie, ...got]) expect(await isAlive(site, cookie)).toBe(false)
    expect(await isAlive(site, owner.cookie)).toBe(true)
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
  const again = await comeByLink(site, account.email)
  expect(again.isSecured, 'once is enough').toBe(false)
  expect(await whatHolds(site, { ...account, cookie }, again.cookie)).toEqual([])
})

test('a person whom the operator deleted doesn’t come back by a custom token of the last hour', async ({
  site,
}) => {
  const { key, ...person } = await provedSquatter(site)
  const answer = await sendAssertion(site, await signSignIn(site, key))
  const { customToken: token } = (await answer.json()) as { customToken: string }
  await removeAccount(site, person.userId)
  const back = await callEmulator(site, 'accounts:signInWithCustomToken', { token })
  // The provider makes an account with the same ID.
  const refused = await postToken(site, back.idToken)
  expect([refused.status, (await refused.json()).code]).toEqual([401, 'account-recreated'])
})
