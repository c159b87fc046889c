/** Passkeys over HTTP, as the browser's side asks for them. */
import type {
  CreationPurpose,
  PasskeyCreationOptions,
  PasskeyList,
  PasskeyRequestOptions,
  PasskeyToken,
} from '@/lib/passkeys'
import { type Account, callEmulator, createAccount } from './accounts'
import { type Overrides, register, type SoftKey, signAssertion } from './authenticator'
import { startPostgres } from './database/postgres'
import { expect, siteTest } from './fixtures'
import { postToken, sessionCookieOf } from './requests'
import { type Site, startSite } from './site'

/** A site behind a proxy, over PostgreSQL: who sends what can have an address of their own, and so limits and lines of their own. */
export const proxiedTest = siteTest.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
    async ({}, use) => {
      const postgres = await startPostgres()
      try {
        const site = await startSite({ env: { DATABASE_URL: postgres.url, TRUSTED_PROXIES: '1' } })
        await use(site)
        await site.stop()
      } finally {
        await postgres.close()
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** A new address for each that asks. */
export function newAddress(): string {
  addresses += 1
  return `198.18.${addresses >> 8}.${addresses & 255}`
}

let addresses = 0

/** Where a browser has passkeys at this site: not at an IP address. */
export const originOf = ({ url }: Pick<Site, 'url'>) => url.replace('127.0.0.1', 'localhost')

export type Visitor = { site: Site; cookie: string; account: Account }

/** Somebody who signed in by password just now. */
export async function signInVisitor(site: Site): Promise<Visitor> {
  const account = await createAccount(site)
  return { site, account, cookie: sessionCookieOf(await postToken(site, account.idToken)).value }
}

/** Sends JSON, with a session or without, each time from another address. */
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

export const requestCreation = ({ site, cookie, account: { userId } }: Visitor, purpose: CreationPurpose) =>
  send(site, '/api/passkeys/options', { cookie, body: { purpose, userId } })

export const registrationChallenge = (who: Visitor, purpose: CreationPurpose = 'registration') =>
  okOf<PasskeyCreationOptions>(requestCreation(who, purpose))

export const sendRegistration = (
  { site, cookie, account: { userId } }: Visitor,
  credential: unknown,
  purpose: CreationPurpose = 'registration',
) => send(site, '/api/passkeys', { cookie, body: { purpose, userId, credential } })

/** Adds a passkey to the account. */
export async function addKey(who: Visitor, lie: Overrides = {}): Promise<SoftKey & { passkeyId: string }> {
  const { key, credential } = register(await registrationChallenge(who), originOf(who.site), lie)
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

/** What Firebase gives for a custom token: the SDK's `signInWithCustomToken`. */
export async function idTokenFor(site: Site, answer: Promise<Response>): Promise<string> {
  const { customToken } = await okOf<PasskeyToken>(answer)
  return (await callEmulator(site, 'accounts:signInWithCustomToken', { token: customToken })).idToken
}

/** The answer, and the line that it left. */
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

export const codeOf = async (response: Response) => [response.status, (await response.json()).code]

/** An ID token of a sign-in by passkey. */
export async function signInWithKey(site: Site, key: SoftKey): Promise<string> {
  return idTokenFor(site, sendAssertion(site, await signSignIn(site, key)))
}

/** As their owner sees them. */
export async function listPasskeys({ site, cookie }: Visitor): Promise<PasskeyList> {
  const response = await send(site, '/api/passkeys', { method: 'GET', cookie })
  expect(response.status).toBe(200)
  return (await response.json()) as PasskeyList
}
