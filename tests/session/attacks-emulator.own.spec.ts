import { createAccount, unsignedToken } from '../support/accounts'
import { siteTest as test } from '../support/fixtures'
import { postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import { declareTokenAttacks, type TokenTarget, type Victim } from './attacks'

let target: TokenTarget

test.beforeAll(({ site }) => {
  target = targetOf(site)
})

function targetOf(site: Site): TokenTarget {
  return {
    site,
    async signIn() {
      const account = await createAccount(site)
      const opened = await postToken(site, account.idToken)
      return { ...account, cookie: sessionCookieOf(opened).value }
    },
    idToken: async (victim, changes) => unsignedToken({ ...idTokenClaims(victim), ...changes }),
    forgedCookies: {
      'without a row': async (victim) => forge(victim, { iat: nowSeconds() - 7 }),
      'of another project': async (victim) => forge(victim, { aud: 'demo-other' }),
      'of another issuer': async (victim) =>
        forge(victim, { iss: 'https://session.firebase.google.com/demo-other' }),
      'from the future': async (victim) => forge(victim, { iat: nowSeconds() + 900 }),
      'with a signature where none belongs': async ({ cookie }) => `${cookie}c2lnbmF0dXJl`,
    },
  }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

function idTokenClaims({ userId }: Victim): object {
  return {
    iss: 'https://securetoken.google.com/demo-foyer',
    aud: 'demo-foyer',
    sub: userId,
    user_id: userId,
    auth_time: nowSeconds(),
    iat: nowSeconds(),
    exp: nowSeconds() + 3600,
    firebase: {},
  }
}

async function forge(victim: Victim, changes: object): Promise<string> {
  return unsignedToken({
    ...idTokenClaims(victim),
    iss: 'https://session.firebase.google.com/demo-foyer',
    ...changes,
  })
}

declareTokenAttacks(test, () => target, [
  'without a row',
  'of another project',
  'of another issuer',
  'from the future',
  'with a signature where none belongs',
])
