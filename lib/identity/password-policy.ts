/** What a password needs, and whether one has it (spec section 5). Lengths and letters count as the provider counts them. */

export type PasswordPolicy = {
  /** Whether the provider refuses what does not meet it; otherwise it is advice. */
  isEnforced: boolean
  minimumLength: number
  maximumLength: number | null
  needsLowercase: boolean
  needsUppercase: boolean
  needsNumber: boolean
  /** One of these has to be there; with none of them, no symbol has to. */
  symbols: string
}

export type PasswordRule = {
  name: 'length' | 'lowercase' | 'uppercase' | 'number' | 'symbol'
  words: string
  isMet: boolean
}

export type PasswordCheck = { isEnforced: boolean; rules: PasswordRule[] }

/** While nobody has said what holds: the least that the provider takes. It decides. */
export const defaultPasswordPolicy: PasswordPolicy = {
  isEnforced: false,
  minimumLength: 6,
  maximumLength: null,
  needsLowercase: false,
  needsUppercase: false,
  needsNumber: false,
  symbols: '',
}

/** Each rule of the policy, and whether this password meets it. */
export function checkPassword(password: string, policy: PasswordPolicy): PasswordCheck {
  const { minimumLength, maximumLength, symbols } = policy
  const isLongEnough = password.length >= minimumLength
  const isShortEnough = maximumLength === null || password.length <= maximumLength
  const rules = [
    rule('length', lengthInWords(policy), isLongEnough && isShortEnough),
    policy.needsLowercase && rule('lowercase', 'a lowercase letter', /[a-z]/.test(password)),
    policy.needsUppercase && rule('uppercase', 'an uppercase letter', /[A-Z]/.test(password)),
    policy.needsNumber && rule('number', 'a number', /[0-9]/.test(password)),
    symbols !== '' && rule('symbol', 'a symbol', hasOneOf(symbols, password)),
  ]
  return { isEnforced: policy.isEnforced, rules: rules.filter((rule) => rule !== false) }
}

/** What this password lacks, as the end of a sentence; null if nothing. */
export function describeLack({ rules }: PasswordCheck): string | null {
  const lacks = rules.filter(({ isMet }) => !isMet).map(({ words }) => words)
  return lacks.length === 0 ? null : new Intl.ListFormat('en').format(lacks)
}

/** Which characters count, for whoever asks; null where any will do. */
export function describeWhatCounts(policy: PasswordPolicy): string | null {
  const { needsLowercase, needsUppercase, needsNumber, symbols } = policy
  const counting = [
    ...(needsLowercase || needsUppercase ? ['letters from a to z'] : []),
    ...(needsNumber ? ['numbers from 0 to 9'] : []),
    ...(symbols === '' ? [] : [`these symbols: ${[...symbols].join(' ')}`]),
  ]
  return counting.length === 0 ? null : `What counts: ${new Intl.ListFormat('en').format(counting)}`
}

function rule(name: PasswordRule['name'], words: string, isMet: boolean): PasswordRule {
  return { name, words, isMet }
}

function lengthInWords({ minimumLength, maximumLength }: PasswordPolicy): string {
  return maximumLength === null
    ? `at least ${minimumLength} characters`
    : `${minimumLength} to ${maximumLength} characters`
}

function hasOneOf(symbols: string, password: string): boolean {
  return [...password].some((character) => symbols.includes(character))
}
