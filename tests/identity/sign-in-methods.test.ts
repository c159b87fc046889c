/** Removing a way in, call by call, by the client that Foyer opens, against a stand-in for the provider. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { credentials, type Provider, startProvider } from '../support/identity-client'

let provider: Provider

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())
afterEach(() => provider.leave())

/** What the account has from now on. */
function haveWays(...ids: string[]): void {
  const linked = ids.map((providerId) => ({ providerId }))
  const users = [{ localId: 'ada', email: credentials.email, providerUserInfo: linked }]
  provider.answer('accounts:lookup', (response) => response.end(JSON.stringify({ users })))
}

async function begin(...ids: string[]) {
  haveWays(...ids)
  const client = provider.open()
  const idToken = await provider.signIn(client)
  const { remove } = await client.signInMethods()
  provider.forget()
  return { idToken, remove: (id: string) => remove(id, (linked) => linked.some((other) => other !== id)) }
}

test('a way is removed by accounts:update, and the next token is a new one', async () => {
  const { remove, idToken } = await begin('password', 'google.com')
  expect(await remove('google.com')).toMatchObject({ status: 'done', value: { idToken: expect.any(String) } })
  const asked = provider.asked().find(({ call }) => call === 'accounts:update')
  expect(asked?.body).toMatchObject({ idToken, deleteProvider: ['google.com'] })
  expect(provider.calls()).toContain('token')
})

test('the last way in is not removed, though this tab still knows of one that another has removed', async () => {
  const { remove } = await begin('password', 'google.com')
  haveWays('google.com')
  expect(await remove('google.com')).toEqual({ status: 'failed', code: 'last-way-in' })
  expect(provider.calls()).not.toContain('accounts:update')
})

test('what this tab knows of the ways stays if the provider does not answer', async () => {
  const { remove } = await begin('password', 'google.com')
  provider.answer('accounts:lookup', (response) => response.destroy())
  expect(await remove('google.com')).toEqual({ status: 'failed', code: 'network-request-failed' })
  haveWays('password', 'google.com')
  expect(await remove('google.com')).toMatchObject({ status: 'done' })
})
