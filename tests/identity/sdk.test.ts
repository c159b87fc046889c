/** What the specification leaves to the SDK, with Foyer's client. */
import { getAuth, revokeAccessToken } from 'firebase/auth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, credentials, type Provider, refuse, startProvider } from '../support/identity-client'

let provider: Provider

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  await provider.leave()
  vi.useRealTimers()
})

test.each([
  { seconds: 31, isRefreshed: false },
  { seconds: 29, isRefreshed: true },
])('a token that expires in $seconds s is refreshed before use: $isRefreshed', async (left) => {
  const client = provider.open()
  const idToken = await provider.signIn(client)
  provider.forget()
  vi.setSystemTime(Date.now() + (3600 - left.seconds) * 1000)
  expect(await client.changeProfile({ displayName: 'Ada' })).toMatchObject({ status: 'done' })
  expect(provider.calls().slice(0, -1)).toEqual(left.isRefreshed ? ['token'] : [])
  expect(provider.calls().at(-1)).toBe('accounts:update')
  expect(provider.asked().at(-1)?.body.idToken === idToken).toBe(!left.isRefreshed)
})

const ada = { status: 'present', providerUserId: 'ada', passwordEmail: null }

/** The SDK's user after a reload of the page. */
async function storedUserAtStart() {
  return (await provider.openAgain()).storedUser()
}

test('a stored user is restored and reloaded at startup', async () => {
  await provider.signIn(provider.open())
  provider.forget()
  expect(await storedUserAtStart()).toEqual(ada)
  expect(provider.calls()).toEqual(['accounts:lookup'])
})

test.each<[what: string, answer: Answer]>([
  ['a broken connection', (response) => response.destroy()],
  ['a proxy error', (response) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
])('%s keeps a stored user', async (_, answer) => {
  await provider.signIn(provider.open())
  provider.answer('accounts:lookup', answer)
  expect(await storedUserAtStart()).toEqual(ada)
  provider.mend()
  expect(await storedUserAtStart()).toEqual(ada)
})

test.each([
  [400, 'USER_DISABLED', 'user-disabled'],
  [400, 'TOKEN_EXPIRED', 'user-token-expired'],
  [400, 'USER_NOT_FOUND', 'user-token-expired'],
  [400, 'INVALID_ID_TOKEN', 'invalid-user-token'],
])('%i %s removes a stored user, and fails a sign-in', async (status, message, code) => {
  await provider.signIn(provider.open())
  provider.answer('accounts:lookup', refuse(status, message))
  const client = await provider.openAgain()
  expect(await client.storedUser()).toEqual({ status: 'absent', code })
  expect(await client.signIn(credentials)).toEqual({ status: 'failed', code })
  provider.mend()
  expect(await storedUserAtStart()).toEqual({ status: 'absent', code: null })
})

test('confirming a password for an address without an account is a user mismatch', async () => {
  const client = provider.open()
  await provider.signIn(client)
  provider.answer('accounts:signInWithPassword', refuse(400, 'EMAIL_NOT_FOUND'))
  const failed = (code: string) => ({ status: 'failed', code })
  expect(await client.confirmPassword({ providerUserId: 'ada', ...credentials })).toEqual(
    failed('user-mismatch'),
  )
  expect(await client.signIn(credentials)).toEqual(failed('user-not-found'))
})

test('revoking an access token always names Apple, which is not offered here', async () => {
  const idToken = await provider.signIn(provider.open())
  provider.forget()
  await revokeAccessToken(getAuth(), 'a-token')
  const body = { providerId: 'apple.com', tokenType: 'ACCESS_TOKEN', token: 'a-token', idToken }
  expect(provider.asked()).toMatchObject([{ call: 'accounts:revokeToken', body }])
})
