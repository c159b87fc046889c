/** What a squatter may still try while an account is secured for its owner, and afterwards. */

import { addressProofHeader } from '@/lib/session/address-proof'
import { callEmulator, createAccount, removeAccount, repeatSignIn } from '../support/accounts'
import { expect } from '../support/fixtures'
import { canSignIn, changeAddress, openLink, signInProved, verifyAddress } from '../support/mails'

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
import { fromElsewhere, isAlive, newMailbox, provedSquatter, whatHolds } from './squats'

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
        const options = await requestCreation(visitor)
        if (!options.ok) continue
        const { credential } = register(await options.json(), originOf(site))
        await sendRegistration(visitor, credential)
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
