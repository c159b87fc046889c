import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { debugErrorMap } from 'firebase/auth'
import { expect, test } from 'vitest'
import {
  describeNextStep,
  type ForeignCode,
  type IdentityErrorCode,
  identityFailure,
  isAboutInput,
  knownIdentityCodes,
} from '@/lib/identity/error-words'

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

test('the codes of the server are found where this test looks for them', () => {
  const some = ['database-unavailable', 'account-half-deleted', 'recent-sign-in-needed']
  expect(serverCodes).toEqual(expect.arrayContaining(some))
})

/** The page shows no message for it: it renews the session or leaves. */
const withoutWords = ['no-session']

test('the SDK names its codes where this test looks for them', () => {
  expect(sdkCodes.length).toBeGreaterThan(100)
  expect(sdkCodes).toContain('wrong-password')
})

test('every code of the SDK and of our API has an entry', () => {
  const codes = [...sdkCodes, ...serverCodes].filter((code) => !withoutWords.includes(code))
  expect(knownIdentityCodes()).toEqual(expect.arrayContaining(codes))
})

test('no code has two entries, and none is never raised', () => {
  const codes = knownIdentityCodes()
  expect(new Set(codes).size).toBe(codes.length)
  const foreign: string[] = [...sdkCodes, ...serverCodes, ...googleSentences.map(codeOfSentence)]
  const agreed = ['lib/identity/second-factor.ts', 'lib/passkeys.ts'].map((file) =>
    readFileSync(file, 'utf8'),
  )
  const ours = textOf('lib/browser') + agreed.join()
  const isRaised = (code: string) =>
    ours.includes(`'${code.replace(/^session-/, '')}'`) || ours.includes(`'${code}'`)
  expect(codes.filter((code) => !foreign.includes(code) && !isRaised(code))).toEqual([])
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
  expect(identityFailure(code).level).not.toBe('error')
})

const unknownCode = 'an-unknown-code' as ForeignCode

test.each<[code: IdentityErrorCode, isAboutEmail: boolean, isAboutPassword: boolean]>([
  ['invalid-credential', true, true],
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

test('a next step that leads elsewhere has a label', () => {
  expect(describeNextStep('reset-password')).toBe('Reset your password')
  expect(describeNextStep('forgot-password')).toBe('Forgot your password?')
  expect(describeNextStep('contact')).toBe('Contact us')
  expect(describeNextStep('none')).toBeNull()
})

test.each(knownIdentityCodes())('the message for %s has whole sentences, and nothing of the SDK', (code) => {
  const { words } = identityFailure(code)
  expect(words).toMatch(/^[A-Z].*\.$/)
  expect(words).not.toMatch(/firebase|auth\/|error|token(?! sync)|[a-z]-[a-z]+-/i)
})

test('a wrong password and an unknown address are indistinguishable', () => {
  const [first, ...others] = (['invalid-credential', 'wrong-password', 'user-not-found'] as const).map(
    identityFailure,
  )
  for (const other of others) expect(other).toEqual(first)
})

test('an unknown code is our error', () => {
  const { words, next, level } = identityFailure('internal-error')
  expect(identityFailure(unknownCode)).toEqual({ words, next, level })
})
