import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { debugErrorMap } from 'firebase/auth'
import { describe, expect, test } from 'vitest'
import type { TokenSync } from '@/lib/browser/session/token-sync'
import { describeWay, identityFailure, isAboutInput, knownIdentityCodes } from '@/lib/identity/error-words'

/** Those that the specification names (section 8). */
const specified = `
  internal-error argument-error invalid-api-key network-request-failed popup-blocked popup-closed-by-user
  cancelled-popup-request web-storage-unsupported unauthorized-domain auth-domain-config-required invalid-auth-event
  invalid-user-token tenant-id-mismatch user-mismatch user-not-found multi-factor-auth-required missing-recaptcha-token
  password-does-not-meet-requirements unsupported-password-policy-schema-version login-blocked invalid-emulator-scheme
  emulator-config-failed already-initialized no-auth-event invalid-credential wrong-password email-already-in-use
  too-many-requests user-disabled requires-recent-login user-token-expired expired-action-code invalid-action-code
  admin-restricted-operation`
  .trim()
  .split(/\s+/)

/** As the installed SDK has them, those of servers included: a new one fails here until it has words. */
const ofSdk = Object.keys((debugErrorMap as unknown as () => Record<string, string>)())

/** What may become of the way to a session: the compiler names a status that is missing here. */
const bySync: Record<Exclude<TokenSync['status'], 'opened'>, true> = {
  'too-old': true,
  'too-large': true,
  off: true,
  unreachable: true,
  refused: true,
  unavailable: true,
  limited: true,
}
const ofSessions = Object.keys(bySync).map((status) => `session-${status}`)

/** Our own, found where they are raised: in the browser's part, and in the server's answers to it. */
const ofOurs = [
  ...codesIn('lib/browser', /(?:status: 'failed', code|translated\().*/g),
  ...codesIn('lib/browser/email-link/links.ts', /: 'link-.*/g),
  ...codesIn('app/api/account', /refus(?:al|e)\(\d+, '.*/g),
  ...codesIn('lib/server/account/account.ts', /words: '.*/g),
  ...codesIn('lib/server/http/answer.ts', /refuse\(\d+, '.*/g),
  ...codesIn('lib/server/session/session.ts', /refus(?:al|e)\(\d+, '.*/g),
]

/** All words in quotes that have a dash, on the lines that match. */
function codesIn(path: string, lines: RegExp): string[] {
  const files = path.endsWith('.ts')
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(path, name))
  const found = files.flatMap((file) => readFileSync(file, 'utf8').match(lines) ?? [])
  return found.flatMap((line) => [...line.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, code = '']) => code))
}

test('our own codes are found where this test looks for them', () => {
  expect(ofOurs).toEqual(
    expect.arrayContaining([
      'sdk-unreachable',
      'no-user',
      'link-off',
      'database-unavailable',
      'account-half-deleted',
      'recent-sign-in-needed',
    ]),
  )
})

/** What the page heeds itself, in place of words: that there is no session any more. */
const heeded = ['no-session']

test.each([...new Set([...ofSessions, ...ofOurs])].filter((code) => !heeded.includes(code)))(
  '%s, which is ours, has an entry',
  (code) => {
    expect(knownIdentityCodes()).toContain(code)
  },
)

test('the SDK names its codes where this test looks for them', () => {
  expect(ofSdk.length).toBeGreaterThan(100)
  expect(ofSdk).toContain('wrong-password')
})

test.each([...new Set([...ofSdk, ...specified])])('%s has an entry', (code) => {
  expect(knownIdentityCodes()).toContain(code)
})

test('no code has two entries, and none is there that nobody raises', () => {
  const codes = knownIdentityCodes()
  expect(new Set(codes).size).toBe(codes.length)
  const raised = [...ofSdk, ...specified, ...ofSessions, ...ofOurs, ...ofGoogle.map(codeOfSentence)]
  expect(codes.filter((code) => !raised.includes(code))).toEqual([])
})

/** Sentences of Google's servers for faults that pass. */
const ofGoogle = [
  'The service is currently unavailable.',
  'Internal error encountered.',
  'Deadline expired before operation could complete.',
  'The request timed out.',
  'Backend Error',
]

/** As the SDK does it. */
function codeOfSentence(sentence: string): string {
  return sentence.toLowerCase().replace(/[_\s]+/g, '-')
}

test.each(ofGoogle)('%s: passes, so no operator has to hear of it', (sentence) => {
  expect(identityFailure(codeOfSentence(sentence))).toMatchObject({ level: 'warn', next: 'try-again' })
})

test.each([
  'session-limited',
  'no-user',
  'database-unavailable',
  'session-unknown',
  'session-unavailable',
  'timeout',
])('%s is told to nobody: there is nothing to mend', (code) => {
  expect(identityFailure(code).level).not.toBe('error')
})

test('a field is marked only for what was typed into it', () => {
  for (const code of ['invalid-credential', 'rejected-credential']) {
    expect([isAboutInput(code, 'email'), isAboutInput(code, 'password')]).toEqual([true, true])
  }
  expect([isAboutInput('invalid-email', 'email'), isAboutInput('invalid-email', 'password')]).toEqual([
    true,
    false,
  ])
  expect([isAboutInput('weak-password', 'email'), isAboutInput('weak-password', 'password')]).toEqual([
    false,
    true,
  ])
  expect(isAboutInput('invalid-email')).toBe(true)
  for (const code of ['network-request-failed', 'timeout', 'session-limited', 'internal-error', 'a-new-one'])
    expect(isAboutInput(code)).toBe(false)
})

test('where the way leads elsewhere it has a name; else the words say what to do', () => {
  expect(describeWay('reset-password')).toBe('Reset your password')
  expect(describeWay('contact')).toBe('Go to the contact page')
  expect(describeWay('try-again')).toBeNull()
})

test('a clock that is wrong is named: who tries again meets the same', () => {
  expect(identityFailure('session-too-old').words).toContain('clock of this device')
})

describe('words for people', () => {
  test.each(knownIdentityCodes())('%s: whole sentences, and nothing of the SDK', (code) => {
    const { words } = identityFailure(code)
    expect(words).toMatch(/^[A-Z].*\.$/)
    expect(words).not.toMatch(/firebase|auth\/|error|token(?! sync)|[a-z]-[a-z]+-/i)
  })
})

test('what reads the same tells nobody who has an account', () => {
  const [first, ...others] = ['invalid-credential', 'wrong-password', 'user-not-found'].map(identityFailure)
  for (const other of others) expect(other).toBe(first)
})

test('an error of the settings is ours, and says so', () => {
  for (const code of [
    'invalid-api-key',
    'unauthorized-domain',
    'emulator-config-failed',
    'a-code-of-tomorrow',
  ]) {
    expect(identityFailure(code)).toMatchObject({ level: 'error', next: 'try-again' })
    expect(identityFailure(code).words).toContain('on our side')
  }
})
