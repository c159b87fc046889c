/** Removing sign-in methods, call by call, with Foyer's client and a stand-in for the provider. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { credentials, type Provider, startProvider } from '../support/identity-client'

let provider: Provider

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())
afterEach(() => provider.leave())

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
