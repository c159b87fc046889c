/** Second factors: what a user confirms a sign-in with, after the password or another provider. */
import * as brand from '../site/brand'

/** The kinds a site can offer (setting `SECOND_FACTORS`), in the order in which it does. */
export const secondFactorKinds = ['totp', 'sms'] as const

/** `totp`: a code from an authenticator app (RFC 6238). `sms`: a code sent to a phone. */
export type SecondFactorKind = (typeof secondFactorKinds)[number]

/** A factor of an account. Until its owner is signed in, the provider masks all but the end of the number. */
export type SecondFactor = {
  id: string
  kind: SecondFactorKind
  name: string | null
  phoneNumber: string | null
}

/** In UTF-16 units, as a text field counts them. */
export const maxFactorNameLength = 60

/** A factor's name, or its kind if it has none. */
export function describeSecondFactor({ kind, name, phoneNumber }: SecondFactor): string {
  if (kind === 'totp') return name || 'Authenticator app'
  const ending = phoneEnding(phoneNumber)
  if (!ending) return name || 'Phone'
  return name ? `${name} (ending in ${ending})` : `Phone ending in ${ending}`
}

/** The last digits of a number, four at most, so onlookers learn no more. Null if there are none. */
export function phoneEnding(number: string | null): string | null {
  return /\d{1,4}$/.exec(number ?? '')?.[0] ?? null
}

/** Parses six digits of any script, ignoring spaces, hyphens and invisible characters. */
export function parseCode(typed: string): string | null {
  const digits = plainDigits(typed).replace(/[\s\p{Pd}−]/gu, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** What an authenticator app needs, as in `otpauth:` links and QR codes (Google's "Key Uri Format"). */
export type AuthenticatorKey = { secret: string; algorithm: string; digits: number; periodSeconds: number }

/** The link that gives the key to an app. The SDK's own doesn't escape the address. */
export function authenticatorLink(key: AuthenticatorKey, account: string): string {
  const { secret, algorithm, digits, periodSeconds } = key
  const issuer = encodeURIComponent(brand.name)
  const label = `${issuer}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}&algorithm=${algorithm}&digits=${digits}&period=${periodSeconds}`
}

/**
 * Parses a number to the provider's format (E.164), in any script and with any separators, or returns an error code: a
 * "(0)" after the country code is part of the number in few countries.
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

/** Removes invisible characters, and turns all digits into 0 to 9 and full-width signs into plain ones. */
function plainDigits(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, plainDigit)
}

/** The digits of each script are consecutive code points. */
function plainDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value++
  return String(value)
}
