/** The calls to the identity provider (S83–S95) with their fields, by Foyer's client; and what removes a sign-in method. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { IdentityClient } from '@/lib/browser/identity/firebase'
import { unsignedToken } from '../support/accounts'
import { credentials, type Provider, startProvider } from '../support/identity-client'

let provider: Provider

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())
afterEach(() => provider.leave())

const { email } = credentials
const page = 'https://foyer.example/app/account'
const link = `${page}?mode=signIn&oobCode=the-code&apiKey=some-key`
const byPassword = { ...credentials, returnSecureToken: true, clientType: 'CLIENT_TYPE_WEB' }

const signedOutCalls: [call: string, does: (client: IdentityClient) => Promise<unknown>, fields: object][] = [
  ['accounts:signInWithPassword', (client) => client.signIn(credentials), byPassword],
  ['accounts:signUp', (client) => client.createAccount(credentials), byPassword],
  [
    'accounts:signInWithEmailLink',
    (client) => client.signInByLink(email, link),
    { email, oobCode: 'the-code' },
  ],
]

test.each(signedOutCalls)('%s, then a lookup of the user', async (call, does, fields) => {
  expect(await does(provider.open())).toMatchObject({ status: 'done' })
  const [first, ...others] = provider.asked()
  expect(first).toMatchObject({ call, body: fields })
  expect(others).toMatchObject([{ call: 'accounts:lookup', body: { idToken: expect.any(String) } }])
})

test.each([true, false])('a sign-in by link says whether it created the account: %s', async (isNewUser) => {
  const firebase = { sign_in_provider: 'password' }
  const answer = { idToken: unsignedToken({ sub: 'ada', iat: 1, exp: 2, firebase }), refreshToken: 'again' }
  provider.answer('accounts:signInWithEmailLink', (response) =>
    response.end(JSON.stringify({ ...answer, expiresIn: '3600', localId: 'ada', email, isNewUser })),
  )
  const outcome = await provider.open().signInByLink(email, link)
  expect(outcome.status === 'done' && outcome.value.isNewUser === true).toBe(isNewUser)
})

test('accounts:sendOobCode for a verification, with the user’s token', async () => {
  const client = provider.open()
  const idToken = await provider.signIn(client)
  provider.forget()
  expect(await client.sendVerification(page)).toMatchObject({ status: 'done' })
  const body = { requestType: 'VERIFY_EMAIL', idToken, continueUrl: page }
  expect(provider.asked()).toMatchObject([{ call: 'accounts:sendOobCode', body }, {}])
})

test('token, form-encoded, with the refresh token', async () => {
  const client = provider.open()
  await provider.signIn(client)
  provider.forget()
  expect(await client.freshToken()).toMatchObject({ status: 'done' })
  expect(provider.asked()).toMatchObject([
    {
      call: 'token',
      type: 'application/x-www-form-urlencoded',
      body: { grant_type: 'refresh_token', refresh_token: 'again' },
    },
  ])
})

/** Sets the account's sign-in methods. */
function setMethods(...ids: string[]): void {
  const linked = ids.map((providerId) => ({ providerId }))
  const users = [{ localId: 'ada', email: credentials.email, providerUserInfo: linked }]
  provider.answer('accounts:lookup', (response) => response.end(JSON.stringify({ users })))
}

async function signInWith(...ids: string[]) {
  setMethods(...ids)
  const client = provider.open()
  const idToken = await provider.signIn(client)
  const { remove } = await client.signInMethods()
  provider.forget()
  return { idToken, remove: (id: string) => remove(id, (linked) => linked.some((other) => other !== id)) }
}

test('a method is removed by accounts:update, and the next token is a new one', async () => {
  const { remove, idToken } = await signInWith('password', 'google.com')
  expect(await remove('google.com')).toMatchObject({ status: 'done', value: { idToken: expect.any(String) } })
  const update = provider.asked().find(({ call }) => call === 'accounts:update')
  expect(update?.body).toMatchObject({ idToken, deleteProvider: ['google.com'] })
  expect(provider.calls()).toContain('token')
})

test('the last method is not removed, even if this tab still knows one that another tab removed', async () => {
  const { remove } = await signInWith('password', 'google.com')
  setMethods('google.com')
  expect(await remove('google.com')).toEqual({ status: 'failed', code: 'last-sign-in-method' })
  expect(provider.calls()).not.toContain('accounts:update')
})

test('this tab keeps its list of methods if the provider does not respond', async () => {
  const { remove } = await signInWith('password', 'google.com')
  provider.answer('accounts:lookup', (response) => response.destroy())
  expect(await remove('google.com')).toEqual({ status: 'failed', code: 'network-request-failed' })
  setMethods('password', 'google.com')
  expect(await remove('google.com')).toMatchObject({ status: 'done' })
})
