import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { debugErrorMap } from 'firebase/auth'
import { describe, expect, test } from 'vitest'
import {
  describeNextStep,
  type ForeignCode,
  type IdentityErrorCode,
  identityFailure,
  isAboutInput,
  knownIdentityCodes,
} from '@/lib/identity/error-words'

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

/** The server's answers to the browser's part. That part's own codes have entries, or they do not compile. */
const ofServer = [
  ...codesIn('app/api/account', /refus(?:al|e)\(\d+, '.*/g),
  ...codesIn('lib/server/account/account.ts', /reason: '.*/g),
  ...codesIn('lib/server/http/answer.ts', /refuse\(\d+, '.*/g),
  ...codesIn('lib/server/session/session.ts', /refus(?:al|e)\(\d+, '.*/g),
]

/** All words in quotes that have a dash, on the lines that match. */
function codesIn(path: string, lines: RegExp): string[] {
  const found = textOf(path).match(lines) ?? []
  return found.flatMap((line) => [...line.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, code = '']) => code))
}

/** Of a file, or of all modules of a folder. */
function textOf(path: string): string {
  if (path.endsWith('.ts')) return readFileSync(path, 'utf8')
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  return names.map((name) => readFileSync(join(path, name), 'utf8')).join('\n')
}

test('the codes of the server are found where this test looks for them', () => {
  const some = ['database-unavailable', 'account-half-deleted', 'recent-sign-in-needed']
  expect(ofServer).toEqual(expect.arrayContaining(some))
})

/** The page shows no words for it: it renews the session or leaves. */
const withoutWords = ['no-session']

test.each([...new Set(ofServer)].filter((code) => !withoutWords.includes(code)))(
  '%s has an entry',
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
  const foreign: string[] = [...ofSdk, ...specified, ...ofServer, ...ofGoogle.map(codeOfSentence)]
  const agreed = ['lib/identity/second-factor.ts', 'lib/passkeys.ts'].map((file) =>
    readFileSync(file, 'utf8'),
  )
  const ours = textOf('lib/browser') + agreed.join()
  const isRaised = (code: string) =>
    ours.includes(`'${code.replace(/^session-/, '')}'`) || ours.includes(`'${code}'`)
  expect(codes.filter((code) => !foreign.includes(code) && !isRaised(code))).toEqual([])
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
function codeOfSentence(sentence: string): ForeignCode {
  return sentence.toLowerCase().replace(/[_\s]+/g, '-') as ForeignCode
}

test.each(ofGoogle)('%s: passes, so no operator has to hear of it', (sentence) => {
  expect(identityFailure(codeOfSentence(sentence))).toMatchObject({ level: 'warn', next: 'none' })
})

test.each<IdentityErrorCode>([
  'session-limited',
  'no-user',
  'database-unavailable',
  'session-unknown',
  'session-unavailable',
  'timeout',
])('%s is told to nobody: there is nothing to mend', (code) => {
  expect(identityFailure(code).level).not.toBe('error')
})

const ofTomorrow = 'a-code-of-tomorrow' as ForeignCode

test('a field is marked only for what was typed into it', () => {
  for (const code of ['invalid-credential', 'rejected-credential'] as const) {
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
  for (const code of ['network-request-failed', 'timeout', 'session-limited', ofTomorrow] as const)
    expect(isAboutInput(code)).toBe(false)
})

test('where the way leads elsewhere it has a name; else the words say what to do', () => {
  expect(describeNextStep('reset-password')).toBe('Reset your password')
  expect(describeNextStep('forgot-password')).toBe('Forgot your password?')
  expect(describeNextStep('contact')).toBe('Contact us')
  expect(describeNextStep('none')).toBeNull()
})

describe('words for people', () => {
  test.each(knownIdentityCodes())('%s: whole sentences, and nothing of the SDK', (code) => {
    const { words } = identityFailure(code)
    expect(words).toMatch(/^[A-Z].*\.$/)
    expect(words).not.toMatch(/firebase|auth\/|error|token(?! sync)|[a-z]-[a-z]+-/i)
  })
})

test('what reads the same tells nobody who has an account', () => {
  const codes = ['invalid-credential', 'wrong-password', 'user-not-found'] as const
  const [first, ...others] = codes.map(identityFailure)
  for (const other of others) expect(other).toEqual(first)
})

test('an error of the settings is ours, and says so', () => {
  for (const code of ['invalid-api-key', 'emulator-config-failed', ofTomorrow] as const) {
    expect(identityFailure(code)).toMatchObject({ level: 'error', next: 'none' })
    expect(identityFailure(code).words).toContain('on our side')
  }
})
