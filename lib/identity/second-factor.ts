/** Second factors: what a person gives after the password, or after another provider, to show that it is them. */

/** The kinds that a site can offer (setting `SECOND_FACTORS`), in the order in which it does. */
export const secondFactorKinds = ['totp', 'sms'] as const

/** `totp`: a code of an authenticator app (RFC 6238). `sms`: a code that is sent to a phone. */
export type SecondFactorKind = (typeof secondFactorKinds)[number]

/** One that an account has. Until its owner is signed in, the provider masks all but the end of the number. */
export type SecondFactor = {
  id: string
  kind: SecondFactorKind
  name: string | null
  phoneNumber: string | null
}

/** In UTF-16 units, as a text field counts them. */
export const maxFactorNameLength = 60

/** A factor as its owner knows it: by the name they gave it, or by what it is. */
export function describeSecondFactor({ kind, name, phoneNumber }: SecondFactor): string {
  if (kind === 'totp') return name || 'Authenticator app'
  const ending = phoneEnding(phoneNumber)
  if (!ending) return name || 'Phone'
  return name ? `${name} (phone ending in ${ending})` : `Phone ending in ${ending}`
}

/** The last digits of a number, four at most: whoever looks over a shoulder learns no more. Null if there are none. */
export function phoneEnding(number: string | null): string | null {
  return /\d{1,4}$/.exec(number ?? '')?.[0] ?? null
}

/** Six digits of any script, whatever spaces, hyphens or invisible marks came with them; null if it is something else. */
export function parseCode(typed: string): string | null {
  const digits = plainDigits(typed).replace(/[\s\p{Pd}−]/gu, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** What an authenticator app has to know, as `otpauth:` links and QR codes have it (Google's "Key Uri Format"). */
export type AuthenticatorKey = { secret: string; algorithm: string; digits: number; periodSeconds: number }

/** The link by which an app takes the key. The SDK's own leaves everything unescaped, an address with `&` too. */
export function authenticatorLink(key: AuthenticatorKey, account: string): string {
  const { secret, algorithm, digits, periodSeconds } = key
  const label = `${issuer}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}&algorithm=${algorithm}&digits=${digits}&period=${periodSeconds}`
}

const issuer = 'Foyer'

/**
 * A number as the provider takes it (E.164), whatever its digits' script and what stands between them. What it can't tell is
 * the code of an error: a "(0)" after the country code is part of the number in few countries.
 */
export function parsePhoneNumber(typed: string): PhoneNumber {
  const plain = plainDigits(typed).trim()
  if (/\(\s*0\s*\)/.test(plain)) return { problem: 'phone-number-with-zero' }
  const number = plain.replace(/[\s().\p{Pd}−/]/gu, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(number) ? { number } : { problem: 'invalid-phone-number' }
}

export type PhoneNumber =
  | { number: string; problem?: never }
  | { number?: never; problem: 'phone-number-with-zero' | 'invalid-phone-number' }

/** Without what pasting brings along unseen, all digits as 0 to 9, and full-width signs as plain ones. */
function plainDigits(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, plainDigit)
}

/** The digits of each script follow each other. */
function plainDigit(digit: string): string {
  const place = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(place - value - 1))) value++
  return String(value)
}
