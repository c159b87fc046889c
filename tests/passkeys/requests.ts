/** Passkeys over HTTP. */

import type {
  PasskeyCreationOptions,
  PasskeyList,
  PasskeyRequestOptions,
  PasskeyToken,
} from '@/lib/passkeys/passkeys'
import { callEmulator } from '../support/accounts'
import { expect, siteTest } from '../support/fixtures'
import type { Visitor } from '../support/mails'

import type { Site } from '../support/site'
import { type Overrides, register, type SoftKey, signAssertion } from './authenticator'

/** A site behind a proxy, on PostgreSQL: each request can have its own address, and so its own limits. */
export const proxiedTest = siteTest.extend({
  database: ['postgres', { scope: 'worker' }],
  settings: [{ TRUSTED_PROXIES: '1' }, { scope: 'worker' }],
})

/** Returns a new address each time. */
export function newAddress(): string {
  addresses += 1
  return `198.18.${addresses >> 8}.${addresses & 255}`
}

let addresses = 0

/** The origin at which browsers allow passkeys: not an IP address. */
export const originOf = ({ url }: Pick<Site, 'url'>) => url.replace('127.0.0.1', 'localhost')

/** Sends JSON from a new address, with the session's cookie if there is one. */
export function send(
  site: Site,
  path: string,
  { method = 'POST', body, cookie, headers = {} }: Sent = {},
): Promise<Response> {
  const from = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() }
  const own = { ...from, ...(cookie && { cookie: `__session=${cookie}` }) }
  return fetch(`${originOf(site)}${path}`, {
    method,
    headers: { ...own, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

type Sent = { method?: string; body?: unknown; cookie?: string; headers?: Record<string, string> }

async function okOf<T>(answer: Promise<Response>): Promise<T> {
  const response = await answer
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

export const signInChallenge = (site: Site) =>
  okOf<PasskeyRequestOptions>(send(site, '/api/passkeys/options', { body: { purpose: 'sign-in' } }))

export const stepUpChallenge = ({ site, cookie, account: { userId } }: Visitor) =>
  okOf<PasskeyRequestOptions>(
    send(site, '/api/passkeys/options', { cookie, body: { purpose: 'step-up', userId } }),
  )

export const requestCreation = ({ site, cookie, account: { userId } }: Visitor) =>
  send(site, '/api/passkeys/options', { cookie, body: { purpose: 'registration', userId } })

export const registrationChallenge = (who: Visitor) => okOf<PasskeyCreationOptions>(requestCreation(who))

export const sendRegistration = ({ site, cookie, account: { userId } }: Visitor, credential: unknown) =>
  send(site, '/api/passkeys', { cookie, body: { userId, credential } })

/** Adds a passkey to the account. */
export async function addKey(
  who: Visitor,
  overrides: Overrides = {},
): Promise<SoftKey & { passkeyId: string }> {
  const { key, credential } = register(await registrationChallenge(who), originOf(who.site), overrides)
  const { passkey } = await okOf<{ passkey: { id: string } }>(sendRegistration(who, credential))
  return { ...key, passkeyId: passkey.id }
}

export const sendAssertion = (
  site: Site,
  credential: unknown,
  { cookie, purpose = 'sign-in' }: { cookie?: string; purpose?: string } = {},
) => send(site, '/api/passkeys/token', { ...(cookie && { cookie }), body: { purpose, credential } })

/** Signs a new challenge for a sign-in. */
export const signSignIn = async (site: Site, key: SoftKey, overrides: Overrides = {}) =>
  signAssertion(key, await signInChallenge(site), originOf(site), overrides)

/** The ID token that Firebase gives for the response's custom token. */
export async function idTokenFor(site: Site, answer: Promise<Response>): Promise<string> {
  const { customToken } = await okOf<PasskeyToken>(answer)
  return (await callEmulator(site, 'accounts:signInWithCustomToken', { token: customToken })).idToken
}

/** The response to a refused request, and its log record. */
export async function outcome(site: Site, answer: Promise<Response>) {
  const before = site.records().length
  const response = await answer
  const text = await response.text()
  const { code } = JSON.parse(text || '{}')
  // Nothing of the settings, no stack.
  expect(text.length).toBeLessThan(100)
  const found = () =>
    site
      .records()
      .slice(before)
      .find(({ event }) => /^passkey\.(refused|limited)/.test(String(event)))
  await expect.poll(found, { timeout: 5_000 }).toBeTruthy()
  const { level, event, reason } = found() ?? {}
  return { status: response.status, code, level, event, reason }
}

export const refused = (status: number, code: string, reason: string | RegExp = code) => ({
  ...{ status, code, level: 'warn', event: 'passkey.refused' },
  reason: expect.stringMatching(reason),
})

/** An ID token of a sign-in by passkey. */
export async function signInWithKey(site: Site, key: SoftKey): Promise<string> {
  return idTokenFor(site, sendAssertion(site, await signSignIn(site, key)))
}

/** The list as its owner sees it. */
export async function listPasskeys({ site, cookie }: Visitor): Promise<PasskeyList> {
  const response = await send(site, '/api/passkeys', { method: 'GET', cookie })
  expect(response.status).toBe(200)
  return (await response.json()) as PasskeyList
}
