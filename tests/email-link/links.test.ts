/** What the provider's responses mean for a link or the request for one. */
import { UnsecuredJWT } from 'jose'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  confirmMailLink,
  readMailLink,
  requestMail,
  saveNewPassword,
  signInByMailLink,
} from '@/lib/browser/email-link/links'
import { type PublicConfig, parseSiteConfig } from '@/lib/config/config'
import type { MailLink, MailMode } from '@/lib/email-link'
import { knownIdentityCodes } from '@/lib/identity/error-words'
import { routes } from '@/lib/site/routes'

/** Before the SDK is imported, as it keeps the `fetch` it finds then. */
const provider = vi.hoisted(() => {
  const refused = () => Response.json({ code: 'provider-refused' }, { status: 502 })
  const provider = { answer: (_call: string): object => ({}), links: (_body: unknown): Response => refused() }
  globalThis.fetch = async (input, init) => {
    // Our server consumes no code, and leaves sign-in links to the SDK.
    if (input === '/api/session/proofs') return Response.json({ proof: 'signed', kind: 'verify' })
    if (input === '/api/session/links') return provider.links(init?.body)
    const answer = provider.answer(String(input).replace(/^.*\/([^/?]*).*$/, '$1'))
    return Response.json(answer, { status: 'error' in answer ? 400 : 200 })
  }
  return provider
})

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://foyer.example' })
})

const config: PublicConfig = {
  identity: { apiKey: 'some-key', projectId: 'demo-foyer' },
  emulatorUrl: null,
  providers: [],
  recaptcha: false,
  secondFactors: [],
  passkeys: false,
  analytics: null,
  tokenSync: { url: null, maxAgeSeconds: 0 },
  operator: parseSiteConfig({}).config.public.operator,
}
const link = (mode: MailMode): MailLink => ({ mode, code: 'the-code', nonce: 'the-nonce' })
const refuse = (message: string) => ({ error: { code: 400, message } })
const email = 'somebody@example.com'

const steps = {
  reset: () => requestMail(config, { kind: 'reset', email, next: routes.app }),
  'a sign-in link': () => requestMail(config, { kind: 'sign-in', email, next: routes.app }),
  reading: () => readMailLink(config, link('verifyEmail')),
  'a new password': () => saveNewPassword(config, link('resetPassword'), 'any'),
  'the sign-in': () => signInByMailLink(config, link('signIn'), email),
}

test.each<[step: keyof typeof steps, answer: string, code: string | null]>([
  ['reset', 'USER_DISABLED', null],
  ['reset', 'EMAIL_NOT_FOUND', null],
  ['reset', 'OPERATION_NOT_ALLOWED', 'operation-not-allowed'],
  ['a sign-in link', 'OPERATION_NOT_ALLOWED', 'link-off'],
  ['reading', 'EXPIRED_OOB_CODE', 'expired-action-code'],
  ['reading', 'INVALID_OOB_CODE', 'invalid-action-code'],
  ['reading', 'EMAIL_NOT_FOUND', 'invalid-action-code'],
  ['reading', 'USER_DISABLED', 'user-disabled'],
  ['a new password', 'EXPIRED_OOB_CODE', 'expired-action-code'],
  ['a new password', 'USER_DISABLED', 'user-disabled'],
  ['a new password', 'WEAK_PASSWORD : Password should be at least 6 characters', 'weak-password'],
  ['a new password', 'OPERATION_NOT_ALLOWED', 'operation-not-allowed'],
  ['the sign-in', 'EXPIRED_OOB_CODE', 'expired-action-code'],
  ['the sign-in', 'INVALID_EMAIL', 'link-of-other-address'],
  ['the sign-in', 'USER_DISABLED', 'user-disabled'],
  ['the sign-in', 'OPERATION_NOT_ALLOWED', 'link-off'],
  ['the sign-in', 'ADMIN_ONLY_OPERATION', 'admin-restricted-operation'],
])(
  '%s: %s becomes %s, which has a message; null is success, to reveal nothing',
  async (step, answer, code) => {
    provider.answer = () => refuse(answer)
    expect(await steps[step]()).toMatchObject(code === null ? { status: 'done' } : { status: 'failed', code })
    if (code !== null) expect(knownIdentityCodes()).toContain(code)
  },
)

const operations: Partial<Record<MailMode, string>> = {
  verifyEmail: 'VERIFY_EMAIL',
  recoverEmail: 'RECOVER_EMAIL',
  verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL',
}

test.each<[mode: MailMode, answer: string, code: string]>([
  ['verifyEmail', 'EXPIRED_OOB_CODE', 'expired-action-code'],
  ['verifyEmail', 'USER_DISABLED', 'user-disabled'],
  ['recoverEmail', 'EMAIL_EXISTS', 'link-old-address-taken'],
  ['recoverEmail', 'USER_DISABLED', 'user-disabled'],
  ['verifyAndChangeEmail', 'EMAIL_EXISTS', 'link-new-address-taken'],
  ['verifyAndChangeEmail', 'USER_DISABLED', 'user-disabled'],
])('using a %s link: %s is %s', async (mode, answer, code) => {
  const read = { requestType: operations[mode], email, newEmail: 'new@example.com' }
  provider.answer = (call) => (call === 'accounts:resetPassword' ? read : refuse(answer))
  expect(await readMailLink(config, link(mode))).toMatchObject({ status: 'done', value: { mode } })
  expect(await confirmMailLink(config, link(mode))).toEqual({ status: 'failed', code })
})

test('a code of another mode is invalid, and is not used', async () => {
  const calls: string[] = []
  provider.answer = (call) => {
    calls.push(call)
    return { requestType: 'PASSWORD_RESET', email }
  }
  const invalid = { status: 'failed', code: 'invalid-action-code' }
  expect(await confirmMailLink(config, link('verifyEmail'))).toEqual(invalid)
  expect(calls).toEqual(['accounts:resetPassword'])
})

test('a sign-in link that only our server refused is not sent again, and another link is', async () => {
  const idToken = new UnsecuredJWT({ sub: 'ada', iat: 0, exp: 9_999_999_999 }).encode()
  const tokens = { idToken, refreshToken: 'refresh', localId: 'ada', expiresIn: '3600' }
  const renewed = { access_token: idToken, refresh_token: 'refresh', expires_in: '3600' }
  const answers: Record<string, object> = { session: refuse('too old'), token: renewed }
  answers['accounts:lookup'] = { users: [{ localId: 'ada', email }] }
  const calls: string[] = []
  provider.answer = (call) => {
    calls.push(call)
    return answers[call] ?? tokens
  }
  const tokenSync = { url: '/api/session', maxAgeSeconds: 300 }
  for (const code of ['first', 'first', 'second'])
    await signInByMailLink({ ...config, tokenSync }, { mode: 'signIn', code, nonce: 'nonce' }, email)
  const withLink = ['accounts:signInWithEmailLink', 'accounts:lookup', 'session']
  expect(calls).toEqual([...withLink, 'token', 'session', ...withLink])
})

const answer = (status: number, code: string) => () => Response.json({ code }, { status })

test.each<[what: string, code: string | null, isBySdk: boolean, answer: () => Response]>([
  ['sends it', null, false, () => new Response(null, { status: 204 })],
  ['is refused by the provider', null, true, answer(502, 'provider-refused')],
  ['counts too many', 'too-many-requests', false, answer(429, 'rate-limited')],
  ['finds no address', 'invalid-email', false, answer(400, 'invalid-email')],
  ['can’t reach the provider', 'timeout', false, answer(503, 'provider-unavailable')],
  ['is behind a failing proxy', 'timeout', false, () => new Response('Bad Gateway', { status: 502 })],
  ['doesn’t respond', 'network-request-failed', false, () => failToFetch()],
])('a sign-in link, if our server %s: code %s, sent by the SDK %s', async (_what, code, isBySdk, links) => {
  const calls: string[] = []
  const asked: unknown[] = []
  provider.links = (body) => {
    asked.push(JSON.parse(String(body)))
    return links()
  }
  provider.answer = (call) => {
    calls.push(call)
    return {}
  }
  const outcome = await requestMail(config, { kind: 'sign-in', email, next: routes.account })
  expect(outcome).toMatchObject(code ? { status: 'failed', code } : { status: 'done' })
  expect(asked).toEqual([{ email, next: '/app/account' }])
  expect(calls.filter((call) => call === 'accounts:sendOobCode')).toHaveLength(isBySdk ? 1 : 0)
})

function failToFetch(): never {
  throw new TypeError('Failed to fetch')
}
