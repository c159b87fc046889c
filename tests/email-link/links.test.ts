/** What the browser asks our server and the provider for a link or the request for one, and what their responses mean. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  confirmMailLink,
  endsPassword,
  readMailLink,
  rememberedLinkRequest,
  rememberLinkRequest,
  requestMail,
  saveNewPassword,
  signInAfterReset,
  signInByMailLink,
} from '@/lib/browser/email-link/links'
import { rememberCreated } from '@/lib/browser/session/created-here'
import { keepProof, keptProof, signIn } from '@/lib/browser/session/sign-in'
import { parseSiteConfig } from '@/lib/config/config'
import type { MailLink, MailMode } from '@/lib/email-link'
import { knownIdentityCodes } from '@/lib/identity/error-words'
import { routes } from '@/lib/site/routes'
import { unsignedToken } from '../support/accounts'
import { createdHash } from '../support/requests'

type Request = { call: string; body: Record<string, unknown>; headers: Headers }

/** Before the SDK is imported, as it keeps the `fetch` it finds then. */
const network = vi.hoisted(() => {
  const network = {
    asked: [] as Request[],
    site: {} as Record<string, () => Response>,
    provider: {} as Record<string, object>,
    /** What the provider answers to any other call. */
    others: {} as object,
  }
  globalThis.fetch = async (input, init) => {
    const call = String(input).replace(/^.*\/([^/?]*).*$/, '$1')
    const text = String(init?.body ?? '{}')
    const body = text.startsWith('{') ? JSON.parse(text) : {}
    network.asked.push({ call, body, headers: new Headers(init?.headers) })
    const own = network.site[call]
    if (own) return own()
    const answer = network.provider[call] ?? network.others
    return Response.json(answer, { status: 'error' in answer ? 400 : 200 })
  }
  return network
})

const config = parseSiteConfig({
  FIREBASE_WEBAPP_CONFIG: '{"apiKey":"AIzaExample","projectId":"my-project"}',
}).config.public
const email = 'ada@example.com'
let tokens = 0
let codes = 0

const firebase = { sign_in_provider: 'password' }
const newToken = () => unsignedToken({ sub: 'ada', jti: ++tokens, iat: 1, exp: 3601, auth_time: 1, firebase })
const refuse = (status: number, code: string) => () => Response.json({ code }, { status })
const unreachable = () => {
  throw new TypeError('Failed to fetch')
}
const calls = () => network.asked.map(({ call }) => call).filter((call) => call !== 'accounts:lookup')
const requestsOf = (call: string) => network.asked.filter((request) => request.call === call)

const newCode = () => `code-${++codes}`
const link = (mode: MailMode, nonce: string | null = null): MailLink => ({ mode, code: newCode(), nonce })

beforeEach(() => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { origin: 'https://foyer.example' })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal(
    'BroadcastChannel',
    vi.fn(function open() {
      return { postMessage: () => undefined }
    }),
  )
  const signedIn = { refreshToken: 'again', expiresIn: '3600', localId: 'ada', email }
  network.asked = []
  network.others = {}
  network.site = {
    session: () => new Response(null, { status: 204 }),
    proofs: () => Response.json({ proof: 'the-proof', kind: 'verify' }),
  }
  network.provider = {
    'accounts:lookup': { users: [{ localId: 'ada' }] },
    'accounts:signInWithPassword': { idToken: newToken(), ...signedIn },
    'accounts:signInWithEmailLink': { idToken: newToken(), ...signedIn, isNewUser: true },
    token: { access_token: newToken(), refresh_token: 'again', expires_in: '3600' },
  }
})

const operations: Partial<Record<MailMode, string>> = {
  verifyEmail: 'VERIFY_EMAIL',
  recoverEmail: 'RECOVER_EMAIL',
  verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL',
}

/** Presses the button of a link's page. */
function use(mode: MailMode) {
  if (mode === 'resetPassword') return saveNewPassword(config, link(mode), 'a new long password')
  network.provider['accounts:resetPassword'] = { requestType: operations[mode], email, newEmail: email }
  return confirmMailLink(config, link(mode))
}

const consumes = { resetPassword: 'accounts:resetPassword' } as Partial<Record<MailMode, string>>
const modes = ['verifyEmail', 'resetPassword', 'recoverEmail', 'verifyAndChangeEmail'] as const

test.each(modes)('our server sees the code of a %s link before it is used', async (mode) => {
  expect(await use(mode)).toMatchObject({ status: 'done' })
  const [proof] = requestsOf('proofs')
  expect(proof?.body).toEqual({ code: `code-${codes}` })
  expect(proof?.headers.get('content-type')).toBe('application/json')
  const asked = calls().filter((call) => call !== 'session')
  expect(asked.slice(-2)).toEqual(['proofs', consumes[mode] ?? 'accounts:update'])
  const sent = requestsOf('session').map(({ headers }) => headers.get('authorization'))
  expect(sent, 'a restored address needs no sign-in').toEqual(mode === 'recoverEmail' ? [null] : [])
})

const refusals: [what: string, code: string, answer: () => Response][] = [
  ['no response', 'network-request-failed', unreachable],
  ['too many requests', 'too-many-requests', refuse(429, 'rate-limited')],
  ['a silent provider', 'timeout', refuse(503, 'provider-unavailable')],
  ['a used code', 'invalid-action-code', refuse(410, 'invalid-action-code')],
  ['an expired code', 'expired-action-code', refuse(410, 'expired-action-code')],
]

test.each(refusals.flatMap((refusal) => modes.map((mode) => [mode, ...refusal] as const)))(
  'a %s link stays unused after %s',
  async (mode, _what, code, answer) => {
    network.site.proofs = answer
    expect(await use(mode)).toEqual({ status: 'failed', code })
    expect(calls().at(-1)).toBe('proofs')
  },
)

test('the proof of a used link goes with the next sign-in', async () => {
  await use('verifyEmail')
  await signIn(config, { email, password: 'long enough' })
  expect(requestsOf('session').at(-1)?.headers.get('x-foyer-address-proof')).toBe('the-proof')
})

const signInBy = (mailLink: MailLink) => signInByMailLink(config, mailLink, email)

const signInNeeded = () => Response.json({ code: 'sign-in-needed' })

test('a link’s nonce is asked about before its code is used, and goes with the sign-in', async () => {
  let asked = 0
  network.site.session = () => (asked++ === 0 ? signInNeeded() : new Response(null, { status: 204 }))
  expect(await signInBy(link('signIn', 'the-nonce'))).toMatchObject({ status: 'signed-in' })
  expect(calls()).toEqual(['session', 'accounts:signInWithEmailLink', 'session'])
  const [alone, session] = requestsOf('session')
  expect([alone?.body, alone?.headers.has('authorization')]).toEqual([{ email }, false])
  for (const request of [alone, session])
    expect(request?.headers.get('x-foyer-address-proof')).toBe('the-nonce')
  expect(session?.headers.get('x-foyer-created-here')).toBe(createdHash('ada'))
  expect(JSON.stringify(requestsOf('accounts:signInWithEmailLink'))).not.toContain('the-nonce')
})

test.each([
  ['a nonce that isn’t known', 'proof-unknown', 'invalid-action-code'],
  ['another address', 'proof-of-other-address', 'link-of-other-address'],
  ['an account that is being secured', 'account-being-secured', 'account-being-secured'],
])('a link with %s uses no code', async (_what, refusal, code) => {
  network.site.session = refuse(401, refusal)
  expect(await signInBy(link('signIn', 'the-nonce'))).toEqual({ status: 'failed', code })
  expect(calls()).toEqual(['session'])
  const mayWorkLater = code === 'account-being-secured'
  expect(keptProof()).toBe(mayWorkLater ? 'the-nonce' : null)
})

test('a link without a nonce asks nobody', async () => {
  const refused = { status: 'failed', code: 'invalid-action-code' }
  expect(await signInBy(link('signIn'))).toEqual(refused)
  expect(calls()).toEqual([])
})

/** Our server gives the account a new user at the first request, and opens a session for it then. */
function replaceUser() {
  const secured = { code: 'account-secured', customToken: 'a.b.c', endedLinks: 2 }
  let asked = 0
  network.site.session = () =>
    asked++ === 0 ? Response.json(secured, { status: 409 }) : new Response(null, { status: 204 })
  const signedIn = { refreshToken: 'again', expiresIn: '3600', email }
  network.provider['accounts:signInWithCustomToken'] = { idToken: newToken(), ...signedIn }
  network.provider['accounts:update'] = { idToken: newToken(), ...signedIn }
}

test('a link whose nonce opens the account needs no code, nor a factor of whoever used the account', async () => {
  replaceUser()
  expect(await signInBy(link('signIn', 'the-nonce'))).toMatchObject({ status: 'signed-in', endedLinks: 2 })
  expect(calls()).toEqual(['session', 'accounts:signInWithCustomToken', 'session'])
})

test.each([
  ['a sign-in', () => signIn(config, { email, password: 'long enough' })],
  ['a reset', () => signInAfterReset(config, { email, password: 'long enough' })],
])('a password typed for %s is set on the account’s new user, in the browser', async (_what, enter) => {
  keepProof('the-proof')
  replaceUser()
  expect(await enter()).toMatchObject({ status: 'signed-in', endedLinks: 2 })
  const [update] = requestsOf('accounts:update')
  expect(update?.body).toMatchObject({ password: 'long enough' })
  for (const { body } of requestsOf('session')) expect(JSON.stringify(body)).not.toContain('long enough')
})

const signedInElsewhere = { providerId: 'password', passwordEmail: email, isCreatedHere: false }

test.each([
  ['its user was created elsewhere', {}, true],
  ['its user was created here', { isCreatedHere: true }, false],
  ['the mail is to another address', { passwordEmail: 'bob@example.com' }, false],
  ['there is none', { providerId: 'github.com' }, false],
])('a password that a proof would end is asked for: %s', async (_what, changes, isAsked) => {
  const { isCreatedHere, providerId, passwordEmail } = { ...signedInElsewhere, ...changes }
  const providerUserInfo = [{ providerId, email: passwordEmail }]
  network.provider['accounts:lookup'] = { users: [{ localId: 'ada', email, providerUserInfo }] }
  await signIn(config, { email, password: 'long enough' })
  if (isCreatedHere) await rememberCreated('ada')
  expect(await endsPassword(config, email)).toBe(isAsked)
})

test('a refused sign-in says that the account needs a mailed link', async () => {
  network.site.session = refuse(401, 'address-proof-needed')
  expect(await signIn(config, { email, password: 'long enough' })).toEqual({
    status: 'failed',
    code: 'address-proof-needed',
  })
})

const providerError = (message: string) => ({ error: { code: 400, message } })

const steps = {
  reset: () => requestMail(config, { kind: 'reset', email, next: routes.app }),
  reading: () => readMailLink(config, link('verifyEmail')),
  'a new password': () => saveNewPassword(config, link('resetPassword'), 'any'),
  'the sign-in': () => signInByMailLink(config, link('signIn', 'the-nonce'), email),
}

test.each<[step: keyof typeof steps, answer: string, code: string | null]>([
  ['reset', 'USER_DISABLED', null],
  ['reset', 'EMAIL_NOT_FOUND', null],
  ['reset', 'OPERATION_NOT_ALLOWED', 'operation-not-allowed'],
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
    network.provider = {}
    network.others = providerError(answer)
    expect(await steps[step]()).toMatchObject(code === null ? { status: 'done' } : { status: 'failed', code })
    if (code !== null) expect(knownIdentityCodes()).toContain(code)
  },
)

test.each<[mode: MailMode, answer: string, code: string]>([
  ['verifyEmail', 'EXPIRED_OOB_CODE', 'expired-action-code'],
  ['verifyEmail', 'USER_DISABLED', 'user-disabled'],
  ['recoverEmail', 'EMAIL_EXISTS', 'link-old-address-taken'],
  ['recoverEmail', 'USER_DISABLED', 'user-disabled'],
  ['verifyAndChangeEmail', 'EMAIL_EXISTS', 'link-new-address-taken'],
  ['verifyAndChangeEmail', 'USER_DISABLED', 'user-disabled'],
])('using a %s link: %s is %s', async (mode, answer, code) => {
  const read = { requestType: operations[mode], email, newEmail: 'new@example.com' }
  network.provider = { 'accounts:resetPassword': read, 'accounts:update': providerError(answer) }
  expect(await readMailLink(config, link(mode))).toMatchObject({ status: 'done', value: { mode } })
  expect(await confirmMailLink(config, link(mode))).toEqual({ status: 'failed', code })
})

test('a code of another mode is invalid, and is not used', async () => {
  network.provider['accounts:resetPassword'] = { requestType: 'PASSWORD_RESET', email }
  const invalid = { status: 'failed', code: 'invalid-action-code' }
  expect(await confirmMailLink(config, link('verifyEmail'))).toEqual(invalid)
  expect(calls()).toEqual(['accounts:resetPassword'])
})

test.each<[what: string, code: string | null, answer: () => Response]>([
  ['sends it', null, () => new Response(null, { status: 204 })],
  ['may not send it', 'link-off', refuse(502, 'link-off')],
  ['counts too many', 'too-many-requests', refuse(429, 'rate-limited')],
  ['finds no address', 'invalid-email', refuse(400, 'invalid-email')],
  ['can’t reach the provider', 'timeout', refuse(503, 'provider-unavailable')],
  ['is behind a failing proxy', 'timeout', () => new Response('Bad Gateway', { status: 502 })],
  ['doesn’t respond', 'network-request-failed', unreachable],
])('a sign-in link, if our server %s: code %s, and the SDK sends none', async (_what, code, links) => {
  network.site.links = links
  const outcome = await requestMail(config, { kind: 'sign-in', email, next: routes.account })
  expect(outcome).toMatchObject(code ? { status: 'failed', code } : { status: 'done' })
  expect(requestsOf('links').map(({ body }) => body)).toEqual([{ email, next: '/app/account' }])
  expect(requestsOf('accounts:sendOobCode')).toEqual([])
})

test.each([
  { afterHours: 23, isKept: true },
  { afterHours: 24, isKept: false },
  // The clock was corrected, or set back for good.
  { afterHours: -1, isKept: true },
  { afterHours: -8_000, isKept: false },
])('a link’s address is remembered for a day: after $afterHours hours $isKept', ({ afterHours, isKept }) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  rememberLinkRequest({ email })
  vi.setSystemTime(Date.now() + afterHours * 3_600_000)
  expect(rememberedLinkRequest()?.email ?? null).toBe(isKept ? email : null)
})
