/**
 * Errors of the identity provider and of opening a session: every Firebase SDK code (without `auth/`, S108–S142) and
 * our own, with the messages for users. Codes that share a message stand together, such as unknown address and wrong
 * password, which must not reveal who has an account.
 */

import * as brand from '../site/brand'
import { sdkUnreachableWords, unreachableWords } from './fallback-words'

/** The label of each next step's link or button; null without one: the page has a button, or the message says what to do. */
export const nextStepLabels = {
  none: null,
  'request-new-link': null,
  'sign-in': 'Sign in',
  'reset-password': 'Reset your password',
  'forgot-password': 'Forgot your password?',
  'sign-in-link': 'Email me a sign-in link',
  'confirm-email': 'Go to your email address',
  contact: 'Contact us',
} as const

export type NextStep = keyof typeof nextStepLabels

export type IdentityFailure = {
  words: string
  next: NextStep
  /** Whether only the operator can mend it: the site is misconfigured. */
  isForOperator: boolean
  /** Fields with invalid input; empty if input wasn't checked. */
  about: readonly InputField[]
}

export type InputField = 'email' | 'password' | 'code' | 'phone'

/** A code with an entry, or one from outside. Our own codes don't compile without an entry. */
export type IdentityErrorCode = KnownCode | ForeignCode

/** Any code from the SDK or a server response. Cast where it enters. */
export type ForeignCode = string & { readonly brand: 'ForeignCode' }

/** The entry for a code. Unknown codes count as our error; their name and the SDK's message are never shown. */
export function identityFailure(code: IdentityErrorCode): IdentityFailure {
  const words = wordsOf.get(code)
  if (words === undefined) return unknownError
  const next = keysWith(code, nextSteps)[0] ?? 'none'
  return { words, next, isForOperator: isIn(forOperator, code), about: keysWith(code, aboutFields) }
}

/** The error code, the server's retry delay if any, and the sentence of a function that refused. */
export type IdentityError = { code: IdentityErrorCode; retryAfterSeconds?: number | null; sentence?: string }

/** Why sign-in is unavailable: no provider configured, or passwords would go over plain http. */
export type SignInUnavailableReason = 'not-configured' | 'not-secure'

/** The message for an error. The provider's own is never shown, but the sentence of a function that the operator wrote. */
export function describeIdentityError({ code, retryAfterSeconds = null, sentence }: IdentityError): string {
  if (sentence) return sentence
  if (code === 'session-limited')
    return `Too many sign-ins. Please try again in ${waitInWords(retryAfterSeconds)}.`
  return identityFailure(code).words
}

/** In minutes, rounded up, so that waiting once is enough. */
function waitInWords(seconds: number | null): string {
  if (seconds === null) return 'a few minutes'
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** Whether the error is about this field's input, or any: only then mark it. */
export function isAboutInput(code: IdentityErrorCode, field?: InputField): boolean {
  const { about } = identityFailure(code)
  return field ? about.includes(field) : about.length > 0
}

/** All codes with an entry, duplicates included. */
export function knownIdentityCodes(): KnownCode[] {
  return [...Object.keys(messages), siteFaults].flatMap(codesIn)
}

const accepted = 'Your details are correct, but'

const unknownError: IdentityFailure = {
  words: 'Something went wrong on our side. Please try again in a moment.',
  next: 'none',
  isForOperator: true,
  about: [],
}

/** The message of each code. Codes are separated by spaces. */
const messages = {
  // Signing in and creating accounts.
  'invalid-credential wrong-password user-not-found rejected-credential': 'Wrong email or password.',
  'invalid-email': 'This doesn’t look like an email address.',
  'missing-email': 'Enter your email address.',
  'missing-password': 'Enter your password.',
  'email-already-in-use': 'An account with this email already exists.',
  'weak-password': 'Use at least 6 characters.',
  'password-does-not-meet-requirements password-breaks-rules':
    'This password doesn’t meet the password rules. Choose a stronger one.',
  'password-outdated':
    'This password no longer meets the password rules. Reset it, or use a sign-in link instead.',
  'too-many-requests': 'Too many attempts. Wait a few minutes and try again.',
  'user-disabled': 'This account has been disabled. If you think this is a mistake, let us know.',
  'refused-by-function':
    'This site doesn’t let you in that way. If you think this is a mistake, let us know.',
  'operation-not-allowed': 'Signing in with a password is disabled on this site.',
  'admin-restricted-operation': 'New accounts can’t be created on this site.',
  'login-blocked': 'This sign-in was blocked. If you think this is a mistake, let us know.',
  'web-storage-unsupported':
    'Your browser is blocking storage that sign-in needs. Allow it for this site and try again, or sign in another way.',
  'unsupported-password-policy-schema-version': 'We couldn’t load the password rules. Reload the page.',
  // No response.
  'network-request-failed timeout': unreachableWords,
  'sdk-unreachable': sdkUnreachableWords,
  'quota-exceeded the-service-is-currently-unavailable. internal-error-encountered. backend-error deadline-expired-before-operation-could-complete. the-request-timed-out.':
    'The sign-in service has a problem. Please try again in a moment.',
  // Signed out, or not signed in recently enough.
  'user-token-expired invalid-user-token user-signed-out null-user no-user':
    'You’ve been signed out. Sign in to continue.',
  'requires-recent-login recent-sign-in-needed': 'Enter your password to continue.',
  'user-mismatch': 'That’s a different account. Use the one you’re signed in with.',
  'unverified-email email-change-needs-verification': 'Verify your email address first.',
  'address-proof-needed': 'For your security, sign in with a link we email you, or reset your password.',
  'address-put-back':
    'Someone changed this account’s email address, so we restored the old one and signed out all devices. Sign in with the old address.',
  'address-moved':
    'Someone changed this account’s email address, so nobody can sign in to it. Sign in with a link to the address it had before.',
  'account-being-secured': 'We’re securing this account right now. Please try again in a moment.',
  // Email links and SMS codes.
  'expired-action-code': 'This link has expired.',
  'invalid-action-code proof-unknown': 'This link is incomplete or has already been used.',
  'link-of-other-address proof-of-other-address':
    'This link was sent to a different address. Enter that one.',
  'added-link-of-other-address':
    'This link was sent to a different address. Open the link we sent to the address below.',
  'link-not-used': 'First open the link we sent you in this browser, and sign in with it.',
  'link-off': 'Sign-in links are disabled on this site.',
  'link-old-address-taken':
    'That address now belongs to another account, so we couldn’t restore it. Don’t sign in to that account; let us know instead.',
  'link-new-address-taken':
    'That address now belongs to another account, so yours wasn’t changed. Choose a different one in your account, or let us know.',
  'invalid-recipient-email': 'We can’t send email to this address.',
  'invalid-verification-code missing-verification-code': 'Wrong code. Check it, or wait for the next one.',
  'code-expired invalid-verification-id missing-verification-id': 'This code has expired. Request a new one.',
  'malformed-verification-code': 'Enter the 6-digit code.',
  'invalid-phone-number missing-phone-number':
    'This doesn’t look like a phone number. Start with + and the country code.',
  'phone-number-with-zero': 'Enter your number as you’d dial it from abroad, usually without the (0).',
  // Other sign-in methods.
  'popup-closed-by-user cancelled-popup-request redirect-cancelled-by-user user-cancelled redirect-operation-pending second-factor-cancelled':
    'Sign-in wasn’t completed.',
  'popup-blocked': 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  'unauthorized-domain': 'This way to sign in isn’t set up yet. Use a different one.',
  'operation-not-supported-in-this-environment cors-unsupported':
    'Your browser doesn’t support this way to sign in. Use a different one.',
  'account-exists-with-different-credential':
    'An account with this email already exists. Sign in the way you usually do, then add this one under “Ways to sign in”.',
  'credential-already-in-use': `That account is connected to another ${brand.name} account. To use it here, sign in with it and disconnect it there first.`,
  'provider-already-linked': 'You can already sign in this way.',
  'no-such-provider': 'This way to sign in has already been removed.',
  'last-sign-in-method': 'This is your only way to sign in. Add another before you remove it.',
  'address-of-other-account': 'Another account already uses this email address. Use a different one.',
  'link-needs-sign-in': 'Sign in to your account in this browser first, then open this link again.',
  'sign-in-method-off': 'This way to sign in is disabled on this site.',
  'sign-in-method-unknown':
    'The sign-in service didn’t respond. Reload the page to see whether your ways to sign in have changed.',
  // Second factor and captcha.
  'multi-factor-auth-required': 'This account needs two-step verification to sign in.',
  'invalid-multi-factor-session missing-multi-factor-session': 'That took too long. Please sign in again.',
  'multi-factor-info-not-found missing-multi-factor-info':
    'Your account no longer has this verification method.',
  'second-factor-already-in-use': 'You’ve already added this verification method. Use a different one.',
  'maximum-second-factor-count-exceeded':
    'Your account can’t have more verification methods. Remove one first.',
  'unsupported-first-factor': 'Two-step verification isn’t available for the way you signed in.',
  'totp-not-emulated':
    'The Auth emulator doesn’t support authenticator apps. Use a phone here, or try it with a real project.',
  'second-factor-off': 'Two-step verification is disabled on this site.',
  'second-factor-unknown':
    'The sign-in service didn’t respond. Reload the page to see whether two-step verification has changed.',
  'captcha-check-failed missing-recaptcha-token invalid-recaptcha-token':
    'We couldn’t confirm that you’re not a robot. Please try again.',
  'captcha-blocked':
    'Your browser or network is blocking Google reCAPTCHA, which checks that you’re not a robot. Allow it for this site and try again.',
  'captcha-off': 'Signing in by email is currently unavailable.',
  // Passkeys.
  'passkey-cancelled':
    'No passkey was used. Maybe you canceled, or there’s none for this site on this device. Try again, or use a different way.',
  'passkey-not-created':
    'No passkey was created. Maybe you canceled, or your device needs a screen lock or PIN first. Please try again.',
  'passkey-timed-out': 'Your device didn’t answer. Try again, or use a different way.',
  'passkey-failed passkey-malformed':
    'Your device or password manager couldn’t use a passkey here. Try again, or use a different way.',
  'passkey-unsupported': 'Your browser or device doesn’t support passkeys. Use a different way.',
  'passkeys-off': 'Passkeys are disabled on this site. Use a different way.',
  'passkey-wrong-origin': 'Passkeys don’t work at this address. Use a different way.',
  'passkey-token-unavailable': 'Passkeys don’t work right now. Use a different way.',
  'passkey-challenge-expired': 'That took too long. Please try again.',
  'passkey-refused':
    'We don’t know this passkey, maybe because it was removed from your account. Use a different way.',
  'passkey-not-verified': 'Set up a screen lock on this device, then try again.',
  'passkey-exists': 'This device or password manager already has a passkey for your account.',
  'too-many-passkeys': 'Your account can’t have more passkeys. Remove one first.',
  'address-not-proved':
    'Passkeys are off for this account until you verify its email address. Sign in another way, then verify it under Account.',
  'passkey-gone': 'This passkey has already been removed.',
  'passkey-session-needed': 'Sign in with a passkey first, then remove it here.',
  // Account deletion and password change.
  'account-not-deleted':
    'The sign-in service didn’t respond. Nothing was deleted. Please try again in a moment.',
  'account-half-deleted':
    'Everything you kept here has been deleted, but your account hasn’t: the sign-in service didn’t respond. Please try again in a moment.',
  'other-user': 'Another account is signed in now, so nothing changed. Reload the page.',
  'account-unreachable':
    'We couldn’t reach the server, so we don’t know whether anything was deleted. Please try again.',
  'account-password-unknown':
    'The sign-in service didn’t respond, so we don’t know whether your password was changed. Check your connection and try again.',
  // Opening a session here.
  'session-limited': 'Too many sign-ins. Please try again in a few minutes.',
  'session-unreachable': `${accepted} we couldn’t reach the server. Check your connection and try again.`,
  'session-unavailable': `${accepted} we couldn’t start a session. Please try again in a moment.`,
  'session-too-large': 'We can’t sign you in. Let us know and we’ll fix it.',
  'session-refused': `${accepted} the sign-in wasn’t accepted. Please try again.`,
  'session-secured':
    'We secured your account: nobody else can sign in to it anymore. Please sign in once more.',
  'session-too-old': 'That took too long. Please try again.',
  'session-off': 'Sign-in is currently unavailable.',
  // Faults that pass, of the server or the SDK.
  'database-unavailable session-unknown provider-unavailable sdk-fault': unknownError.words,
} as const

/** Misconfiguration and bugs, nothing users can fix. */
const siteFaults = `
  cross-site internal-error argument-error invalid-api-key auth-domain-config-required invalid-auth-event
  no-auth-event invalid-emulator-scheme emulator-config-failed already-initialized
  dependent-sdk-initialized-before-auth app-deleted tenant-id-mismatch invalid-tenant-id
  unsupported-tenant-operation app-not-authorized app-not-installed invalid-app-id invalid-app-credential
  missing-app-credential invalid-cert-hash missing-android-pkg-name missing-ios-bundle-id cordova-not-ready
  invalid-cordova-configuration custom-token-mismatch invalid-custom-token invalid-continue-uri
  missing-continue-uri unauthorized-continue-uri dynamic-link-not-activated invalid-dynamic-link-domain
  invalid-hosting-link-domain invalid-message-payload invalid-sender invalid-oauth-client-id
  invalid-oauth-provider invalid-provider-id missing-or-invalid-nonce invalid-persistence-type
  unsupported-persistence-type invalid-recaptcha-action invalid-recaptcha-version missing-recaptcha-version
  recaptcha-not-enabled invalid-req-type missing-client-type missing-iframe-start` as const

/** The next step to offer, the fields that were wrong, and what only the operator can mend. */
const nextSteps = {
  'forgot-password': 'invalid-credential wrong-password user-not-found rejected-credential',
  'sign-in': `
    email-already-in-use user-token-expired invalid-user-token user-signed-out null-user no-user
    account-exists-with-different-credential link-needs-sign-in invalid-multi-factor-session
    missing-multi-factor-session`,
  'reset-password': 'password-outdated',
  contact: `
    user-disabled refused-by-function operation-not-allowed admin-restricted-operation login-blocked
    unsupported-password-policy-schema-version link-off link-old-address-taken link-new-address-taken
    unauthorized-domain sign-in-method-off unsupported-first-factor second-factor-off captcha-off
    passkey-wrong-origin passkey-token-unavailable session-too-large session-off`,
  'confirm-email': 'unverified-email email-change-needs-verification',
  'sign-in-link': 'address-proof-needed address-moved',
  'request-new-link': 'expired-action-code invalid-action-code proof-unknown',
} as const satisfies Partial<Record<NextStep, string>>
const aboutFields = {
  email: `
    invalid-credential wrong-password user-not-found rejected-credential invalid-email missing-email
    email-already-in-use link-of-other-address proof-of-other-address added-link-of-other-address invalid-recipient-email
    account-exists-with-different-credential address-of-other-account`,
  password: `
    invalid-credential wrong-password user-not-found rejected-credential missing-password weak-password
    password-does-not-meet-requirements password-breaks-rules password-outdated`,
  code: 'invalid-verification-code missing-verification-code malformed-verification-code',
  phone: 'invalid-phone-number missing-phone-number phone-number-with-zero',
} as const satisfies Record<InputField, string>
const forOperator = `
  operation-not-allowed unsupported-password-policy-schema-version link-off unauthorized-domain
  sign-in-method-off second-factor-off captcha-off passkey-wrong-origin passkey-token-unavailable
  session-too-large session-off` as const

export type KnownCode = Words<keyof typeof messages | typeof siteFaults>

type Words<Text extends string> = Text extends `${infer First}\n${infer Rest}`
  ? Words<First> | Words<Rest>
  : Text extends `${infer First} ${infer Rest}`
    ? Words<First> | Words<Rest>
    : Text extends ''
      ? never
      : Text

const wordsOf = new Map<IdentityErrorCode, string>(
  Object.entries(messages).flatMap(([codes, words]) => codesIn(codes).map((code) => [code, words] as const)),
)

type Listed<Table> = Words<Table[keyof Table] & string>
type ListedCode = Listed<typeof nextSteps> | Listed<typeof aboutFields> | Words<typeof forOperator>

/** Doesn't compile if a table lists a code without a message. */
const isEachKnown: [Exclude<ListedCode, KnownCode>] extends [never] ? true : false = true
void isEachKnown

function keysWith<Key extends string>(code: IdentityErrorCode, table: Partial<Record<Key, string>>): Key[] {
  const keys = Object.keys(table) as Key[]
  return keys.filter((key) => isIn(table[key] ?? '', code))
}

function isIn(codes: string, code: IdentityErrorCode): boolean {
  return codesIn(codes).some((listed) => listed === code)
}

function codesIn(text: string): KnownCode[] {
  return text.trim().split(/\s+/) as KnownCode[]
}
