/** Password rules and their check (S66–S70). Counts length and letters like the provider. */

export type PasswordPolicy = {
  /** Whether the provider rejects passwords that don't meet it; otherwise it's advice. */
  isEnforced: boolean
  minimumLength: number
  maximumLength: number | null
  needsLowercase: boolean
  needsUppercase: boolean
  needsNumber: boolean
  /** At least one of these is required; empty means no symbol required. */
  symbols: string
}

export type PasswordRule = {
  name: 'length' | 'lowercase' | 'uppercase' | 'number' | 'symbol'
  words: string
  isMet: boolean
}

/** `isRequired`: the provider rejects passwords that break a rule, by its policy or by its own minimum. */
export type PasswordCheck = { isEnforced: boolean; isRequired: boolean; rules: PasswordRule[] }

/** Until the policy is loaded: the provider's minimum. The provider decides. */
export const defaultPasswordPolicy: Readonly<PasswordPolicy> = {
  isEnforced: false,
  minimumLength: 6,
  maximumLength: null,
  needsLowercase: false,
  needsUppercase: false,
  needsNumber: false,
  symbols: '',
}

/** Parses the provider's answer; null for a schema that we don't know. Without a state it's advice. */
export function parsePasswordPolicy(answer: unknown): PasswordPolicy | null {
  const { schemaVersion, customStrengthOptions: options = {}, ...rest } = answer as PolicyAnswer
  if (schemaVersion !== 1) return null
  return {
    isEnforced: rest.enforcementState === 'ENFORCE',
    minimumLength: options.minPasswordLength ?? defaultPasswordPolicy.minimumLength,
    maximumLength: options.maxPasswordLength ?? null,
    needsLowercase: options.containsLowercaseCharacter ?? false,
    needsUppercase: options.containsUppercaseCharacter ?? false,
    needsNumber: options.containsNumericCharacter ?? false,
    symbols: options.containsNonAlphanumericCharacter
      ? (rest.allowedNonAlphanumericCharacters ?? []).join('')
      : '',
  }
}

type PolicyAnswer = {
  schemaVersion?: unknown
  customStrengthOptions?: {
    minPasswordLength?: number
    maxPasswordLength?: number
    containsLowercaseCharacter?: boolean
    containsUppercaseCharacter?: boolean
    containsNumericCharacter?: boolean
    containsNonAlphanumericCharacter?: boolean
  }
  allowedNonAlphanumericCharacters?: string[]
  enforcementState?: string
}

/** Checks a password against each rule that applies. */
export function checkPassword(password: string, policy: PasswordPolicy): PasswordCheck {
  const { minimumLength, maximumLength, symbols } = policy
  const isLongEnough = password.length >= minimumLength
  const isShortEnough = maximumLength === null || password.length <= maximumLength
  const all = [
    rule('length', describeLength(policy), isLongEnough && isShortEnough),
    policy.needsLowercase && rule('lowercase', 'a lowercase letter', /[a-z]/.test(password)),
    policy.needsUppercase && rule('uppercase', 'an uppercase letter', /[A-Z]/.test(password)),
    policy.needsNumber && rule('number', 'a number', /[0-9]/.test(password)),
    symbols !== '' && rule('symbol', `a symbol (${symbols})`, hasOneOf(symbols, password)),
  ]
  const rules = all.filter((rule) => rule !== false)
  const isDefault = rules.length === 1 && minimumLength <= defaultPasswordPolicy.minimumLength
  return { isEnforced: policy.isEnforced, isRequired: policy.isEnforced || isDefault, rules }
}

/** The unmet rules as the end of a sentence; null if there are none. */
export function describeUnmetRules({ rules }: PasswordCheck): string | null {
  const unmet = rules.filter(({ isMet }) => !isMet).map(({ words }) => words)
  return unmet.length === 0 ? null : new Intl.ListFormat('en').format(unmet)
}

/** The minimum of NIST SP 800-63B-3 for a password chosen by its user. */
const minAdvisedLength = 8

/** Whether a password is shorter than advised. */
export function isShort(password: string): boolean {
  return password.length < minAdvisedLength
}

/** Advises against a password that is easy to guess; null if there's no advice. Never blocks submission. */
export function describeWeakness(password: string, isCommon: boolean): string | null {
  if (password === '') return null
  if (isShort(password)) return `Passwords under ${minAdvisedLength} characters are easy to guess.`
  return isCommon ? 'A very common password. Choose another.' : null
}

function rule(name: PasswordRule['name'], words: string, isMet: boolean): PasswordRule {
  return { name, words, isMet }
}

function describeLength({ minimumLength, maximumLength }: PasswordPolicy): string {
  return maximumLength === null
    ? `at least ${minimumLength} characters`
    : `${minimumLength} to ${maximumLength} characters`
}

function hasOneOf(symbols: string, password: string): boolean {
  return [...password].some((character) => symbols.includes(character))
}
