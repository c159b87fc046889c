import { initializeApp } from 'firebase/app'
import { initializeAuth, inMemoryPersistence, validatePassword } from 'firebase/auth'
import { describe, expect, test, vi } from 'vitest'
import {
  checkPassword,
  defaultPasswordPolicy,
  describeCountedCharacters,
  describeUnmetRules,
  describeWeakness,
  type PasswordPolicy,
  type PasswordRule,
} from '@/lib/identity/password-policy'

/** Before the SDK is imported, as it keeps the `fetch` it finds then. */
vi.hoisted(() => {
  const answer = {
    schemaVersion: 1,
    enforcementState: 'ENFORCE',
    customStrengthOptions: {
      minPasswordLength: 8,
      maxPasswordLength: 12,
      containsLowercaseCharacter: true,
      containsUppercaseCharacter: true,
      containsNumericCharacter: true,
      containsNonAlphanumericCharacter: true,
    },
    allowedNonAlphanumericCharacters: ['!', '#', '?'],
  }
  globalThis.fetch = async () => Response.json(answer)
})

const everything: PasswordPolicy = {
  isEnforced: true,
  minimumLength: 8,
  maximumLength: 12,
  needsLowercase: true,
  needsUppercase: true,
  needsNumber: true,
  symbols: '!#?',
}

const allRules: PasswordRule['name'][] = ['length', 'lowercase', 'uppercase', 'number', 'symbol']

/** Each password, and the rules of `everything` that it does not meet. */
const passwords: [password: string, unmet: PasswordRule['name'][]][] = [
  ['', allRules],
  ['aB3#aB3#', []],
  ['aB3#aB3', ['length']],
  ['aB3#aB3#aB3#', []],
  ['aB3#aB3#aB3#a', ['length']],
  ['AB3#AB3#', ['lowercase']],
  ['ab3#ab3#', ['uppercase']],
  ['aBc#aBc#', ['number']],
  ['aB3-aB3-', ['symbol']],
  ['aB3 aB3 ', ['symbol']],
  ['ÄÖÜäöü٣#', ['lowercase', 'uppercase', 'number']],
  ['aB3#🙂🙂', []],
  ['aB3#🙂', ['length']],
]

test.each(passwords)('%j lacks %j', (password, unmet) => {
  const { rules } = checkPassword(password, everything)
  expect(rules.map(({ name }) => name)).toEqual(allRules)
  expect(rules.filter(({ isMet }) => !isMet).map(({ name }) => name)).toEqual(unmet)
})

test.each<[policy: Partial<PasswordPolicy>, words: string[]]>([
  [{}, ['at least 6 characters']],
  [{ minimumLength: 12 }, ['at least 12 characters']],
  [{ maximumLength: 64 }, ['6 to 64 characters']],
  [{ needsLowercase: true }, ['at least 6 characters', 'a lowercase letter']],
  [{ needsUppercase: true }, ['at least 6 characters', 'an uppercase letter']],
  [{ needsNumber: true }, ['at least 6 characters', 'a number']],
  [{ symbols: '!' }, ['at least 6 characters', 'a symbol']],
])('%j is told as %j', (policy, words) => {
  const { rules } = checkPassword('', { ...defaultPasswordPolicy, ...policy })
  expect(rules.map((rule) => rule.words)).toEqual(words)
})

test.each<[policy: Partial<PasswordPolicy>, isRequired: boolean]>([
  [{}, true],
  [{ minimumLength: 10 }, false],
  [{ needsNumber: true }, false],
  [{ minimumLength: 10, isEnforced: true }, true],
])('%j is needed: %s; the rest of a policy that is off is recommended', (policy, isRequired) => {
  expect(checkPassword('x', { ...defaultPasswordPolicy, ...policy }).isRequired).toBe(isRequired)
})

test.each([
  ['', false, null],
  ['abc1234', false, /under 8 characters/],
  ['password', true, /most common/],
  ['password', false, null],
])('%j, one of the most common: %s, is advised against as %s', (password, isCommon, advice) => {
  const words = describeWeakness(password, isCommon)
  if (advice) expect(words).toMatch(advice)
  else expect(words).toBeNull()
})

test('whether the rules bind is the policy’s to say; the default never does', () => {
  expect(checkPassword('x', everything).isEnforced).toBe(true)
  expect(checkPassword('x', { ...everything, isEnforced: false }).isEnforced).toBe(false)
  expect(checkPassword('x', defaultPasswordPolicy).isEnforced).toBe(false)
})

describe('in words', () => {
  test('what a password lacks ends a sentence', () => {
    expect(describeUnmetRules(checkPassword('aB3#aB3#', everything))).toBeNull()
    expect(describeUnmetRules(checkPassword('aB3#', everything))).toBe('8 to 12 characters')
    expect(describeUnmetRules(checkPassword('abcdefgh', everything))).toBe(
      'an uppercase letter, a number, and a symbol',
    )
  })

  test('which characters count is told where it matters', () => {
    expect(describeCountedCharacters(defaultPasswordPolicy)).toBeNull()
    expect(describeCountedCharacters({ ...defaultPasswordPolicy, symbols: '!#' })).toBe(
      'What counts: these symbols: ! #',
    )
    expect(describeCountedCharacters(everything)).toBe(
      'What counts: letters from a to z, numbers from 0 to 9, and these symbols: ! # ?',
    )
  })
})

describe('beside the SDK', () => {
  const auth = initializeAuth(initializeApp({ apiKey: 'some-key', projectId: 'demo-foyer' }), {
    persistence: inMemoryPersistence,
  })

  test.each(passwords)('%j is judged as the SDK judges it', async (password) => {
    const status = await validatePassword(auth, password)
    const isMetBySdk = [
      status.meetsMinPasswordLength && status.meetsMaxPasswordLength,
      status.containsLowercaseLetter,
      status.containsUppercaseLetter,
      status.containsNumericCharacter,
      status.containsNonAlphanumericCharacter,
    ]
    expect(checkPassword(password, everything).rules.map(({ isMet }) => isMet)).toEqual(isMetBySdk)
  })
})
