/** What the SDK makes of the provider's errors. */
import { deleteApp, getApp } from 'firebase/app'
import { afterEach, expect, test, vi } from 'vitest'
import { createIdentityClient } from '@/lib/browser/identity/firebase'
import { knownIdentityCodes } from '@/lib/identity/error-words'

/** Before the SDK is imported, as it captures `fetch`. */
const provider = vi.hoisted(() => {
  const provider = { answer: (_url: string): Response => new Response() }
  globalThis.fetch = async (input) => provider.answer(String(input))
  return provider
})

const reportError = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/errors/report', () => ({ reportError }))

const open = () =>
  createIdentityClient({ apiKey: 'some-key', projectId: 'demo-foyer' }, null, () => undefined)

afterEach(() => deleteApp(getApp()))

test.each([
  ['INVALID_PASSWORD', 'wrong-password'],
  ['USER_DISABLED', 'user-disabled'],
  ['OPERATION_NOT_ALLOWED : The identity provider is disabled', 'operation-not-allowed'],
  ['ADMIN_ONLY_OPERATION', 'admin-restricted-operation'],
  ['UNAUTHORIZED_DOMAIN', 'unauthorized-continue-uri'],
  // Its code in the SDK's table is unreachable.
  ['MISSING_CONTINUE_URI', 'internal-error'],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-does-not-meet-requirements'],
  ['TENANT_ID_MISMATCH', 'tenant-id-mismatch'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been disabled', 'too-many-requests'],
  ['INTERNAL_ERROR', 'internal-error'],
  ['The service is currently unavailable.', 'the-service-is-currently-unavailable.'],
])('%s becomes %s, which has a message', async (message, code) => {
  provider.answer = () => Response.json({ error: { code: 400, message } }, { status: 400 })
  const outcome = await open().sendPasswordReset('somebody@example.com', 'https://foyer.example/app')
  expect(outcome).toEqual({ status: 'failed', code })
  expect(knownIdentityCodes()).toContain(code)
})

/** What Identity Platform answers where a function of the project has refused. */
const refusalByFunction = (sentence: string) => {
  const answer = JSON.stringify({ error: { details: {}, message: sentence, status: 'PERMISSION_DENIED' } })
  const words = `((HTTP request to https://us-central1-foyer.cloudfunctions.net/before returned HTTP error 403: ${answer}))`
  return `BLOCKING_FUNCTION_ERROR_RESPONSE : ${words}`
}

test.each([
  ['Only members of example.com may sign in.', true],
  ['Nur für „Mitglieder“: frag im Büro (2. Stock) nach.', true],
  ['a'.repeat(200), true],
  ['a'.repeat(201), false],
  ['', false],
  ['<b>No.</b>', false],
  ['Two\nlines', false],
])('a function that refuses with %j is heard in its words: %s', async (sentence, isHeard) => {
  const message = refusalByFunction(sentence)
  provider.answer = () => Response.json({ error: { code: 400, message } }, { status: 400 })
  const outcome = await open().signIn({ email: 'somebody@example.com', password: 'long enough' })
  const refused = { status: 'failed', code: 'refused-by-function' }
  expect(outcome).toEqual(isHeard ? { ...refused, sentence } : refused)
  expect(reportError).not.toHaveBeenCalled()
})

test('a required captcha without a key is an error without a code, which has a message (S91)', async () => {
  const wantsCaptcha = { error: { code: 400, message: 'MISSING_RECAPTCHA_TOKEN' } }
  provider.answer = (url) =>
    url.includes('/v2/recaptchaConfig') ? Response.json({}) : Response.json(wantsCaptcha, { status: 400 })
  const outcome = await open().sendPasswordReset('somebody@example.com', 'https://foyer.example/app')
  expect(outcome).toEqual({ status: 'failed', code: 'sdk-fault' })
  expect(knownIdentityCodes()).toContain('sdk-fault')
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledOnce())
})

test('an error response without a body counts as a network error', async () => {
  provider.answer = () => new Response('', { status: 500 })
  const outcome = await open().sendPasswordReset('somebody@example.com', 'https://foyer.example/app')
  expect(outcome).toEqual({ status: 'failed', code: 'network-request-failed' })
})
