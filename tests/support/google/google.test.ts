import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Google, startGoogle } from './google'

let google: Google

beforeAll(async () => {
  google = await startGoogle()
})

afterAll(() => google.stop())

/** What an unmodified Admin SDK makes of ID tokens, one after another in one process: to start one takes seconds. */
const adminOutcome = (...idTokens: string[]) =>
  outcomeOf('admin.mjs', { ID_TOKENS: JSON.stringify(idTokens) })

/** What a script prints in a process that knows of the stand-in by its environment alone. */
async function outcomeOf(script: string, variables: Record<string, string>) {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const environment = { ...process.env, ...google.environment, ...variables }
  const { stdout } = await promisify(execFile)(process.execPath, [path], { env: environment })
  return JSON.parse(stdout)
}

test('an unmodified web SDK signs up, signs in, renews its token and asks for its account', async () => {
  const email = 'cleo@example.com'
  const outcome = await outcomeOf('client.mjs', { EMAIL: email, PASSWORD: 'correct horse' })
  const user = { id: google.accounts.byEmail(email)?.id, email }
  expect(outcome).toMatchObject({
    signedUp: user,
    again: 'auth/email-already-in-use',
    wrongPassword: 'auth/invalid-credential',
    signedIn: user,
  })
  expect(decodeJwt(outcome.renewedToken).sub).toBe(user.id)
  expect(google.requests('refresh')).toBe(1)
  expect(google.requests('lookup')).toBeGreaterThan(0)
  expect(google.strayRequests()).toEqual([])
})

test('an unmodified Admin SDK verifies tokens and cookies, and reaches nothing but the stand-in', async () => {
  const account = google.accounts.add('ada@example.com', 'correct horse')
  const { idToken } = await google.signIn('ada@example.com', 'correct horse')
  const asked = google.requests('cookieKeys')
  const { tokens, ...reached } = await adminOutcome(idToken)
  const [outcome] = tokens
  const signedInAs = { uid: account.id, email: 'ada@example.com', auth_time: decodeJwt(idToken).auth_time }
  expect(outcome.idToken).toEqual({
    ...signedInAs,
    iss: 'https://securetoken.google.com/foyer-production-test',
    lifetime: 3600,
  })
  expect(outcome.cookie).toEqual({
    ...signedInAs,
    iss: 'https://session.firebase.google.com/foyer-production-test',
    lifetime: 3600,
  })
  expect(google.strayRequests()).toEqual([])
  expect(google.requests('accessToken')).toBe(1)
  expect(google.requests('createSessionCookie')).toBe(1)
  // Of the SDK, and by node:https and fetch.
  expect(google.requests('cookieKeys') - asked).toBe(2)
  expect(reached).toEqual({
    https: 200,
    fetch: 200,
    elsewhere: 'ECONNREFUSED',
    metadata: 'ECONNREFUSED',
  })
})

const refusals: [string, (email: string) => void, string][] = [
  ['a disabled account', (email) => google.accounts.change(email, { disabled: true }), 'auth/user-disabled'],
  ['a deleted account', (email) => google.accounts.remove(email), 'auth/user-not-found'],
  [
    'an account with revoked tokens',
    (email) => google.accounts.revokeTokens(email, Math.floor(Date.now() / 1000) + 1),
    'auth/id-token-revoked',
  ],
]

test('spoiled tokens are refused as Google refuses them, and what the Admin SDK revokes is revoked', async () => {
  const refused = []
  for (const [name, spoil] of refusals) {
    const email = `${name.replaceAll(' ', '-')}@example.com`
    google.accounts.add(email, 'correct horse')
    refused.push((await google.signIn(email, 'correct horse')).idToken)
    spoil(email)
  }
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  google.accounts.add('dora@example.com', 'correct horse', { validSinceSeconds: hourAgo })
  const old = await google.idToken('dora@example.com', { auth_time: hourAgo })
  google.accounts.add('eve@example.com', 'correct horse')
  const [header, , signature] = (await google.idToken('eve@example.com')).split('.')
  const [, otherClaims] = (await google.idToken('eve@example.com', { sub: 'somebody-else' })).split('.')
  const forged = `${header}.${otherClaims}.${signature}`

  const { tokens } = await adminOutcome(...refused, old, forged)
  for (const [place, [name, , code]] of refusals.entries()) {
    expect(tokens[place].idToken, name).toBe(code)
    expect(tokens[place].cookie, name).not.toHaveProperty('uid')
  }
  expect(tokens.at(-2), 'revoked').toMatchObject({
    idToken: { email: 'dora@example.com' },
    afterRevoking: 'auth/id-token-revoked',
  })
  expect(tokens.at(-1), 'a wrong signature').toMatchObject({
    idToken: 'auth/argument-error',
    cookie: 'auth/invalid-id-token',
  })
})

test('the wrong password is worth nothing', async () => {
  google.accounts.add('fay@example.com', 'correct horse')
  await expect(google.signIn('fay@example.com', 'guess')).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
})
