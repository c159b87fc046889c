import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { debugErrorMap } from 'firebase/auth'
import { expect, test } from 'vitest'
import {
  describeIdentityError,
  type ForeignCode,
  type IdentityErrorCode,
  identityFailure,
  isAboutInput,
  knownIdentityCodes,
} from '@/lib/identity/error-words'
import * as rooms from '@/lib/rooms'

/** The codes of the installed SDK, including its servers': a new one fails here until it has a message. */
const sdkCodes = Object.keys((debugErrorMap as unknown as () => Record<string, string>)())

/** The codes of our API's responses. The browser's own codes don't compile without an entry. */
const serverCodes = [
  ...codesIn('app/api/account', /refus(?:al|e)\(\d+, '.*/g),
  ...codesIn('lib/server/account/account.ts', /reason: '.*/g),
  ...codesIn('lib/server/http/answer.ts', /refuse\(\d+, '.*/g),
  ...codesIn('lib/server/session/session.ts', /refus(?:al|e)\(\d+, '.*/g),
]

/** All quoted words with a hyphen on the lines that match. */
function codesIn(path: string, lines: RegExp): string[] {
  const found = textOf(path).match(lines) ?? []
  return found.flatMap((line) => [...line.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, code = '']) => code))
}

/** The text of a file, or of all modules in a folder. */
function textOf(path: string): string {
  if (path.endsWith('.ts')) return readFileSync(path, 'utf8')
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  return names.map((name) => readFileSync(join(path, name), 'utf8')).join('\n')
}

/** The page shows no message for it: it renews the session or leaves. */
const withoutWords = ['no-session']

test('every code of the SDK and of our API has an entry', () => {
  expect(sdkCodes.length).toBeGreaterThan(100)
  expect(serverCodes).toEqual(expect.arrayContaining(['database-unavailable', 'account-half-deleted']))
  const codes = [...sdkCodes, ...serverCodes].filter((code) => !withoutWords.includes(code))
  expect(knownIdentityCodes()).toEqual(expect.arrayContaining(codes))
})

test('no code has two entries', () => {
  const codes = knownIdentityCodes()
  expect(new Set(codes).size).toBe(codes.length)
})

// A room that was taken out leaves its words.
test.runIf('passkeys' in rooms)('every entry is of a code that is raised', () => {
  const foreign: string[] = [...sdkCodes, ...serverCodes, ...googleSentences.map(codeOfSentence)]
  const agreed = ['lib/identity/second-factor.ts', 'lib/server/passkeys/requests.ts'].map(textOf)
  const ours = textOf('lib/browser') + agreed.join()
  const isRaised = (code: string) =>
    ours.includes(`'${code.replace(/^session-/, '')}'`) || ours.includes(`'${code}'`)
  expect(knownIdentityCodes().filter((code) => !foreign.includes(code) && !isRaised(code))).toEqual([])
})

/** Sentences of Google's servers for temporary errors. */
const googleSentences = [
  'The service is currently unavailable.',
  'Internal error encountered.',
  'Deadline expired before operation could complete.',
  'The request timed out.',
  'Backend Error',
]

/** Like the SDK. */
function codeOfSentence(sentence: string): ForeignCode {
  return sentence.toLowerCase().replace(/[_\s]+/g, '-') as ForeignCode
}

test.each<IdentityErrorCode>([
  ...googleSentences.map(codeOfSentence),
  'session-limited',
  'no-user',
  'database-unavailable',
  'session-unknown',
  'session-unavailable',
  'timeout',
])('%s is temporary, so it is not reported to the operator', (code) => {
  expect(identityFailure(code).isForOperator).toBe(false)
})

const unknownCode = 'an-unknown-code' as ForeignCode

test.each<[code: IdentityErrorCode, isAboutEmail: boolean, isAboutPassword: boolean]>([
  ['invalid-credential', true, true],
  ['wrong-password', true, true],
  ['user-not-found', true, true],
  ['rejected-credential', true, true],
  ['invalid-email', true, false],
  ['weak-password', false, true],
  ['network-request-failed', false, false],
  ['timeout', false, false],
  ['session-limited', false, false],
  [unknownCode, false, false],
])('%s marks the email field: %s, the password field: %s', (code, isAboutEmail, isAboutPassword) => {
  expect([isAboutInput(code, 'email'), isAboutInput(code, 'password')]).toEqual([
    isAboutEmail,
    isAboutPassword,
  ])
  expect(isAboutInput(code)).toBe(isAboutEmail || isAboutPassword)
})

test.each(knownIdentityCodes())('the message for %s has whole sentences, and nothing of the SDK', (code) => {
  const { words } = identityFailure(code)
  expect(words).toMatch(/^[A-Z].*\.$/)
  expect(words).not.toMatch(/firebase|auth\/|error|token(?! sync)|[a-z]-[a-z]+-/i)
})

test('an unknown code is our error', () => {
  expect(identityFailure(unknownCode)).toEqual(identityFailure('internal-error'))
})

const appeal = 'If you think this is a mistake, let us know.'

/**
 * The codes of the specification (section 8) and five common ones, with their message and next step, if any, and whether they go to
 * the operator. Written out, as comparing the product's table with itself would prove nothing.
 */
const specified: [codes: string, words: string, next?: string, isForOperator?: boolean][] = [
  [
    'internal-error argument-error invalid-api-key auth-domain-config-required invalid-auth-event ' +
      'tenant-id-mismatch invalid-emulator-scheme emulator-config-failed already-initialized no-auth-event',
    'Something went wrong on our side. Please try again in a moment.',
    'none',
    true,
  ],
  ['network-request-failed', 'We couldn’t reach the sign-in service. Check your connection and try again.'],
  ['popup-blocked', 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.'],
  ['popup-closed-by-user cancelled-popup-request', 'Sign-in wasn’t completed.'],
  [
    'web-storage-unsupported',
    'Your browser is blocking storage that sign-in needs. Allow it for this site and try again, or sign in another way.',
  ],
  ['unauthorized-domain', 'This way to sign in isn’t set up yet. Use a different one.', 'contact', true],
  ['invalid-user-token user-token-expired', 'You’ve been signed out. Sign in to continue.', 'sign-in'],
  ['user-mismatch', 'That’s a different account. Use the one you’re signed in with.'],
  ['user-not-found invalid-credential wrong-password', 'Wrong email or password.', 'forgot-password'],
  ['multi-factor-auth-required', 'This account needs two-step verification to sign in.'],
  ['missing-recaptcha-token', 'We couldn’t confirm that you’re not a robot. Please try again.'],
  [
    'password-does-not-meet-requirements',
    'This password doesn’t meet the password rules. Choose a stronger one.',
  ],
  [
    'unsupported-password-policy-schema-version',
    'We couldn’t load the password rules. Reload the page.',
    'contact',
    true,
  ],
  ['login-blocked', `This sign-in was blocked. ${appeal}`, 'contact'],
  ['email-already-in-use', 'An account with this email already exists.', 'sign-in'],
  ['too-many-requests', 'Too many attempts. Wait a few minutes and try again.'],
  ['user-disabled', `This account has been disabled. ${appeal}`, 'contact'],
  ['requires-recent-login', 'Enter your password to continue.'],
  ['expired-action-code', 'This link has expired.', 'request-new-link'],
  ['invalid-action-code', 'This link is incomplete or has already been used.', 'request-new-link'],
  ['admin-restricted-operation', 'New accounts can’t be created on this site.', 'contact'],
  ['invalid-email', 'This doesn’t look like an email address.'],
  ['weak-password', 'Use at least 6 characters.'],
  ['operation-not-allowed', 'Signing in with a password is disabled on this site.', 'contact', true],
]

test.each(
  specified.flatMap(([codes, words, next = 'none', isForOperator = false]) =>
    codes.split(' ').map((code) => [code, [words, next, isForOperator]] as const),
  ),
)('%s has its message and next step, and is the operator’s or not', (name, expected) => {
  const code = name as ForeignCode
  const { next, isForOperator } = identityFailure(code)
  expect([describeIdentityError({ code }), next, isForOperator]).toEqual(expected)
})

test.each<[seconds: number | null, wait: string]>([
  [0, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [600, '10 minutes'],
  [null, 'a few minutes'],
])('after too many sign-ins, with %s seconds left, users wait %s', (retryAfterSeconds, wait) => {
  const words = `Too many sign-ins. Please try again in ${wait}.`
  expect(describeIdentityError({ code: 'session-limited', retryAfterSeconds })).toBe(words)
})
