import { initializeApp } from 'firebase/app'
import { initializeAuth, inMemoryPersistence, validatePassword } from 'firebase/auth'
import { expect, test, vi } from 'vitest'
import {
  checkPassword,
  defaultPasswordPolicy,
  describeUnmetRules,
  describeWeakness,
  type PasswordPolicy,
  type PasswordRule,
  parsePasswordPolicy,
} from '@/lib/identity/password-policy'
import { policies, symbols } from '../support/provider'

/** Before the SDK is imported, as it captures `fetch`. */
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

/** Each password, and the rules of `everything` it doesn't meet. */
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

const auth = initializeAuth(initializeApp({ apiKey: 'some-key', projectId: 'demo-foyer' }), {
  persistence: inMemoryPersistence,
})

test.each(passwords)('%j lacks %j, by the SDK as well', async (password, unmet) => {
  const { rules } = checkPassword(password, everything)
  expect(rules.map(({ name }) => name)).toEqual(allRules)
  expect(rules.filter(({ isMet }) => !isMet).map(({ name }) => name)).toEqual(unmet)
  const status = await validatePassword(auth, password)
  expect(rules.map(({ isMet }) => isMet)).toEqual([
    status.meetsMinPasswordLength && status.meetsMaxPasswordLength,
    status.containsLowercaseLetter,
    status.containsUppercaseLetter,
    status.containsNumericCharacter,
    status.containsNonAlphanumericCharacter,
  ])
})

test.each<[policy: Partial<PasswordPolicy>, words: string[]]>([
  [{}, ['at least 6 characters']],
  [{ minimumLength: 12 }, ['at least 12 characters']],
  [{ maximumLength: 64 }, ['6 to 64 characters']],
  [{ needsLowercase: true }, ['at least 6 characters', 'a lowercase letter']],
  [{ needsUppercase: true }, ['at least 6 characters', 'an uppercase letter']],
  [{ needsNumber: true }, ['at least 6 characters', 'a number']],
  [{ symbols: '!#' }, ['at least 6 characters', 'a symbol (!#)']],
])('the rules of %j are %j', (policy, words) => {
  const { rules } = checkPassword('', { ...defaultPasswordPolicy, ...policy })
  expect(rules.map((rule) => rule.words)).toEqual(words)
})

test.each<[policy: Partial<PasswordPolicy>, isRequired: boolean]>([
  [{}, true],
  [{ minimumLength: 10 }, false],
  [{ needsNumber: true }, false],
  [{ minimumLength: 10, isEnforced: true }, true],
])('the rules of %j are required: %s, otherwise recommended', (policy, isRequired) => {
  expect(checkPassword('x', { ...defaultPasswordPolicy, ...policy }).isRequired).toBe(isRequired)
})

test.each([
  ['', false, null],
  ['abc1234', false, /under 8 characters/],
  ['password', true, /very common/],
  ['password', false, null],
])('%j, common: %s, gets the advice %s', (password, isCommon, advice) => {
  const words = describeWeakness(password, isCommon)
  if (advice) expect(words).toMatch(advice)
  else expect(words).toBeNull()
})

test('only an enforced policy blocks submission', () => {
  expect(checkPassword('x', everything).isEnforced).toBe(true)
  expect(checkPassword('x', { ...everything, isEnforced: false }).isEnforced).toBe(false)
  expect(checkPassword('x', defaultPasswordPolicy).isEnforced).toBe(false)
})

test.each([
  ['aB3#aB3#', null],
  ['aB3#', '8 to 12 characters'],
  ['abcdefgh', 'an uppercase letter, a number, and a symbol (!#?)'],
])('%j still needs %j', (password, unmet) => {
  expect(describeUnmetRules(checkPassword(password, everything))).toBe(unmet)
})

test.each<[what: string, answer: object, policy: Partial<PasswordPolicy> | null]>([
  ['turned off', policies.advice, { minimumLength: 10, needsNumber: true }],
  ['neither on nor off', policies.unspecified, { minimumLength: 10 }],
  ['turned on', policies.minimum, { isEnforced: true, minimumLength: 12 }],
  ['of all rules', policies.everything, { ...everything, maximumLength: 20, symbols: symbols.join('') }],
  ['without options', policies.withoutOptions, { isEnforced: true }],
  ['of another schema', policies.unreadable, null],
])('a policy %s is read, and enforced only if it is on', (_, answer, policy) => {
  expect(parsePasswordPolicy(answer)).toEqual(policy && { ...defaultPasswordPolicy, ...policy })
})
