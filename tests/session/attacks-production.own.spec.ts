import { expect } from '@playwright/test'
import { SignJWT, UnsecuredJWT } from 'jose'
import { createSigner } from '../support/google/certificates'
import type { Google } from '../support/google/google'
import { signSessionCookie } from '../support/google/tokens'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Clock } from '../support/site-clock'
import {
  declareRequestAttacks,
  declareTokenAttacks,
  type ForgedCookies,
  type TokenTarget,
  type Victim,
} from './attacks'
import { test } from './google-site'

let google: Google
let clock: Clock
let target: TokenTarget

test.beforeAll(({ googleSite }) => {
  google = googleSite.google
  clock = googleSite.clock
  target = targetOf(googleSite.site)
})

let accounts = 0

function targetOf(site: TokenTarget['site']): TokenTarget {
  return {
    site,
    async signIn() {
      accounts += 1
      const { id, email } = google.accounts.add(`victim-${accounts}@example.com`, 'correct horse')
      const idToken = await google.idToken(email)
      const opened = await postToken(site, idToken)
      return { userId: id, email, idToken, cookie: sessionCookieOf(opened).value }
    },
    idToken: ({ email }, changes) => google.idToken(email, { ...changes }),
  }
}

const forgedCookies: ForgedCookies = {
  'correctly signed, but without a row': ({ email }) =>
    google.sessionCookie(email, { nonce: 'made elsewhere' }),
  'of another project': ({ email }) => google.sessionCookie(email, { aud: 'another-project' }),
  unsigned: async (victim) => new UnsecuredJWT(claimsOf(victim)).encode(),
  'signed with HS256 by the public key': signedByPublicKey,
  'signed by another key of the same name': signedByImpostor,
  'with another person in it': async (victim) =>
    withPayload(victim.cookie, { ...claimsOf(victim), sub: 'admin' }),
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

function claimsOf({ userId }: Victim) {
  return {
    iss: `https://session.firebase.google.com/${google.projectId}`,
    aud: google.projectId,
    sub: userId,
    auth_time: nowSeconds(),
    iat: nowSeconds(),
    exp: nowSeconds() + 3600,
  }
}

/** Algorithm confusion (RFC 8725 section 2.1): the public key used as a shared secret. */
async function signedByPublicKey(victim: Victim): Promise<string> {
  const secret = new TextEncoder().encode((await createSigner('public')).certificate)
  return new SignJWT(claimsOf(victim)).setProtectedHeader({ alg: 'HS256', kid: keyIdOf(victim) }).sign(secret)
}

async function signedByImpostor(victim: Victim): Promise<string> {
  const signer = { ...(await createSigner('impostor')), keyId: keyIdOf(victim) }
  return signSessionCookie({ signer, projectId: google.projectId }, claimsOf(victim), 3600)
}

function keyIdOf({ cookie }: Victim): string {
  return JSON.parse(Buffer.from(cookie.split('.')[0] ?? '', 'base64url').toString()).kid
}

function withPayload(cookie: string, claims: object): string {
  const [header, , signature] = cookie.split('.')
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}

declareTokenAttacks(test, () => target, forgedCookies)
declareRequestAttacks(test, () => target)

const verdicts: Record<string, (email: string) => void> = {
  disabled: (email) => google.accounts.change(email, { disabled: true }),
  removed: (email) => google.accounts.remove(email),
}

// Last, as the site's clock then runs ahead of the tokens.
for (const [what, judge] of Object.entries(verdicts)) {
  test(`ASVS 7.4.2: a person the provider has ${what} is out within a minute`, async () => {
    const { email, idToken, cookie } = await target.signIn()
    judge(email)
    const status = async () => (await getNotesPage(target.site, cookie)).status
    await clock.pass(60_000)
    // A visit after the minute causes the check, which counts from the next visit.
    await expect.poll(status).toBe(307)
    const headers = { cookie: `__session=${cookie}` }
    const session = await fetch(`${target.site.url}/api/session`, { headers })
    expect(await session.json()).toEqual({ signedIn: false })
    expect((await postToken(target.site, idToken)).status).toBe(401)
  })
}
