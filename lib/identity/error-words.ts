/**
 * Over 200 lines: it's one table.
 *
 * Errors of the identity provider and of opening a session: every Firebase SDK code (without `auth/`, S108–S142) and
 * our own, with the messages for users. Codes in one entry share their message, such as unknown address and wrong
 * password, which must not reveal who has an account.
 */

import { sdkUnreachableWords, unreachableWords } from './fallback-words'

/** The next step to offer; with `none` the message says what to do. */
export type NextStep =
  | 'none'
  | 'sign-in'
  | 'reset-password'
  | 'forgot-password'
  | 'request-new-link'
  | 'sign-in-link'
  | 'confirm-email'
  | 'contact'

export type IdentityFailure = {
  words: string
  next: NextStep
  /** `info`: user mistakes. `warn`: the provider or network failed. `error`: the site is misconfigured. */
  level: 'info' | 'warn' | 'error'
  /** Fields with invalid input; unset if input wasn't checked. */
  about?: readonly InputField[]
}

export type InputField = 'email' | 'password' | 'code' | 'phone'

/** A code with an entry, or one from outside. Our own codes don't compile without an entry. */
export type IdentityErrorCode = KnownCode | ForeignCode

/** Any code from the SDK or a server response. Cast where it enters. */
export type ForeignCode = string & { readonly brand: 'ForeignCode' }

/** The entry for a code. Unknown codes count as our error; their name and the SDK's message are never shown. */
export function identityFailure(code: IdentityErrorCode): IdentityFailure {
  return byCode.get(code) ?? unknownError
}

/** Whether the error is about this field's input, or any: only then mark it. */
export function isAboutInput(code: IdentityErrorCode, field?: InputField): boolean {
  const { about = [] } = identityFailure(code)
  return field ? about.includes(field) : about.length > 0
}

/** The label of a next step's link or button; null if the page already has a button for it. */
export function describeNextStep(next: NextStep): string | null {
  return nextStepLabels[next] ?? null
}

/** All codes with an entry, duplicates included. */
export function knownIdentityCodes(): KnownCode[] {
  return entries.flatMap(codesOf)
}

const nextStepLabels: Partial<Record<NextStep, string>> = {
  'sign-in': 'Sign in',
  'reset-password': 'Reset your password',
  'forgot-password': 'Forgot your password?',
  'sign-in-link': 'Email me a sign-in link',
  'confirm-email': 'Go to your email address',
  contact: 'Contact us',
}

const accepted = 'Your details are correct, but'

const unknownError: IdentityFailure = {
  words: 'Something went wrong on our side. Please try again in a moment.',
  next: 'none',
  level: 'error',
}

/** `codes` are separated by whitespace. The defaults fit a user's mistake. */
type Entry = Partial<IdentityFailure> & { words: string; codes: string }
const defaults = { next: 'none', level: 'info' } as const

const entries = [
  // Signing in and creating accounts.
  {
    words: 'Wrong email or password.',
    next: 'forgot-password',
    about: ['email', 'password'],
    codes: 'invalid-credential wrong-password user-not-found rejected-credential',
  },
  {
    words: 'This doesn’t look like an email address.',
    about: ['email'],
    codes: 'invalid-email',
  },
  {
    words: 'Enter your email address.',
    about: ['email'],
    codes: 'missing-email',
  },
  {
    words: 'Enter your password.',
    about: ['password'],
    codes: 'missing-password',
  },
  {
    words: 'An account with this email already exists.',
    next: 'sign-in',
    about: ['email'],
    codes: 'email-already-in-use',
  },
  {
    words: 'Choose a longer password: at least 6 characters.',
    about: ['password'],
    codes: 'weak-password',
  },
  {
    words: 'This password doesn’t meet the password rules. Choose a stronger one.',
    about: ['password'],
    codes: 'password-does-not-meet-requirements',
  },
  {
    words: 'This password no longer meets the password rules. Reset it to sign in.',
    next: 'reset-password',
    about: ['password'],
    codes: 'password-outdated',
  },
  {
    words:
      'This password no longer meets the password rules, so it can’t be used to confirm. Use a sign-in link instead.',
    about: ['password'],
    codes: 'password-outdated-to-confirm',
  },
  {
    words: 'Too many attempts. Wait a few minutes and try again.',
    codes: 'too-many-requests',
  },
  {
    words: 'This account has been disabled. If you think this is a mistake, let us know.',
    next: 'contact',
    codes: 'user-disabled',
  },
  {
    words: 'Signing in with a password is disabled on this site.',
    next: 'contact',
    level: 'error',
    codes: 'operation-not-allowed',
  },
  {
    words: 'New accounts can’t be created on this site.',
    next: 'contact',
    codes: 'admin-restricted-operation',
  },
  {
    words: 'This sign-in was blocked. If you think this is a mistake, let us know.',
    next: 'contact',
    level: 'warn',
    codes: 'login-blocked',
  },
  {
    words:
      'Your browser is blocking storage that sign-in needs. Allow it for this site and try again, or sign in another way.',
    codes: 'web-storage-unsupported',
  },
  {
    words: 'We couldn’t load the password rules. Reload the page.',
    next: 'contact',
    level: 'error',
    codes: 'unsupported-password-policy-schema-version',
  },
  // No response.
  {
    words: unreachableWords,
    level: 'warn',
    codes: 'network-request-failed timeout',
  },
  {
    words: sdkUnreachableWords,
    level: 'warn',
    codes: 'sdk-unreachable',
  },
  {
    words: 'The sign-in service is busy. Try again later.',
    level: 'warn',
    codes: 'quota-exceeded',
  },
  {
    // Error sentences from Google's servers, turned into codes by the SDK.
    words: 'The sign-in service has a problem. Please try again in a moment.',
    level: 'warn',
    codes: `
      the-service-is-currently-unavailable. internal-error-encountered. backend-error
      deadline-expired-before-operation-could-complete. the-request-timed-out.`,
  },
  // Signed out, or not signed in recently enough.
  {
    words: 'You’ve been signed out. Sign in to continue.',
    next: 'sign-in',
    codes: 'user-token-expired invalid-user-token user-signed-out null-user no-user',
  },
  {
    words: 'Enter your password to continue.',
    codes: 'requires-recent-login recent-sign-in-needed',
  },
  {
    words: 'That’s a different account. Use the one you’re signed in with.',
    codes: 'user-mismatch',
  },
  {
    words: 'Verify your email address first.',
    next: 'confirm-email',
    codes: 'unverified-email email-change-needs-verification',
  },
  {
    words: 'For your security, sign in with a link we email you.',
    next: 'sign-in-link',
    codes: 'address-proof-needed',
  },
  // Email links and SMS codes.
  {
    words: 'This link has expired.',
    next: 'request-new-link',
    codes: 'expired-action-code',
  },
  {
    words: 'This link is incomplete or has already been used.',
    next: 'request-new-link',
    codes: 'invalid-action-code',
  },
  {
    words: 'This link was sent to a different address. Enter that one.',
    about: ['email'],
    codes: 'link-of-other-address',
  },
  {
    words: 'This link was sent to a different address. Open the link we sent to the address below.',
    about: ['email'],
    codes: 'added-link-of-other-address',
  },
  {
    words: 'Sign-in links are disabled on this site.',
    next: 'contact',
    level: 'error',
    codes: 'link-off',
  },
  {
    words:
      'That address now belongs to another account, so we couldn’t restore it. Don’t sign in to that account; let us know instead.',
    next: 'contact',
    codes: 'link-old-address-taken',
  },
  {
    words:
      'That address now belongs to another account, so yours wasn’t changed. Choose a different one in your account, or let us know.',
    next: 'contact',
    codes: 'link-new-address-taken',
  },
  {
    words: 'We can’t send email to this address.',
    about: ['email'],
    codes: 'invalid-recipient-email',
  },
  {
    words: 'Wrong code. Check it, or wait for the next one.',
    about: ['code'],
    codes: 'invalid-verification-code missing-verification-code',
  },
  {
    words: 'This code has expired. Request a new one.',
    codes: 'code-expired invalid-verification-id missing-verification-id',
  },
  {
    words: 'Enter the 6-digit code.',
    about: ['code'],
    codes: 'malformed-verification-code',
  },
  {
    words: 'This doesn’t look like a phone number. Start with + and the country code.',
    about: ['phone'],
    codes: 'invalid-phone-number missing-phone-number',
  },
  {
    words: 'Is the (0) part of your number? Leave it out, or remove the brackets if you dial it from abroad.',
    about: ['phone'],
    codes: 'phone-number-with-zero',
  },
  // Other sign-in methods.
  {
    words: 'Sign-in wasn’t completed.',
    codes: `
      popup-closed-by-user cancelled-popup-request redirect-cancelled-by-user user-cancelled
      redirect-operation-pending second-factor-cancelled`,
  },
  {
    words: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
    codes: 'popup-blocked',
  },
  {
    words: 'This way to sign in isn’t set up yet. Use a different one.',
    next: 'contact',
    level: 'error',
    codes: 'unauthorized-domain',
  },
  {
    words: 'Your browser doesn’t support this way to sign in. Use a different one.',
    codes: 'operation-not-supported-in-this-environment cors-unsupported',
  },
  {
    words:
      'An account with this email already exists. Sign in the way you usually do, then add this one under “Ways to sign in”.',
    next: 'sign-in',
    about: ['email'],
    codes: 'account-exists-with-different-credential',
  },
  {
    words:
      'That account is connected to another Foyer account. To use it here, sign in with it and disconnect it there first.',
    codes: 'credential-already-in-use',
  },
  {
    words: 'You can already sign in this way.',
    codes: 'provider-already-linked',
  },
  {
    words: 'This way to sign in has already been removed.',
    codes: 'no-such-provider',
  },
  {
    words: 'This is your only way to sign in. Add another before you remove it.',
    codes: 'last-sign-in-method',
  },
  {
    words: 'Another account already uses this email address. Use a different one.',
    about: ['email'],
    codes: 'address-of-other-account',
  },
  {
    words: 'Sign in to your account in this browser first, then open this link again.',
    next: 'sign-in',
    codes: 'link-needs-sign-in',
  },
  {
    words: 'This way to sign in is disabled on this site.',
    next: 'contact',
    level: 'error',
    codes: 'sign-in-method-off',
  },
  {
    words:
      'The sign-in service didn’t respond. Reload the page to see whether your ways to sign in have changed.',
    codes: 'sign-in-method-unknown',
  },
  // Second factor and captcha.
  {
    words: 'This account needs two-step verification to sign in.',
    codes: 'multi-factor-auth-required',
  },
  {
    words: 'That took too long. Please sign in again.',
    next: 'sign-in',
    codes: 'invalid-multi-factor-session missing-multi-factor-session',
  },
  {
    words: 'Your account no longer has this verification method.',
    codes: 'multi-factor-info-not-found missing-multi-factor-info',
  },
  {
    words: 'You’ve already added this verification method. Use a different one.',
    codes: 'second-factor-already-in-use',
  },
  {
    words: 'Your account can’t have more verification methods. Remove one first.',
    codes: 'maximum-second-factor-count-exceeded',
  },
  {
    words: 'Two-step verification isn’t available for the way you signed in.',
    next: 'contact',
    codes: 'unsupported-first-factor',
  },
  {
    words:
      'The Auth emulator doesn’t support authenticator apps. Use a phone here, or try it with a real project.',
    codes: 'totp-not-emulated',
  },
  {
    words: 'Two-step verification is disabled on this site.',
    next: 'contact',
    level: 'error',
    codes: 'second-factor-off',
  },
  {
    words:
      'The sign-in service didn’t respond. Reload the page to see whether two-step verification has changed.',
    codes: 'second-factor-unknown',
  },
  {
    words: 'We couldn’t confirm that you’re not a robot. Please try again.',
    level: 'warn',
    codes: 'captcha-check-failed missing-recaptcha-token invalid-recaptcha-token',
  },
  {
    words:
      'Your browser or network is blocking Google reCAPTCHA, which checks that you’re not a robot. Allow it for this site and try again.',
    level: 'warn',
    codes: 'captcha-blocked',
  },
  {
    words: 'Signing in by email is currently unavailable.',
    next: 'contact',
    level: 'error',
    codes: 'captcha-off',
  },
  // Passkeys.
  {
    words:
      'No passkey was used. Maybe you canceled, or there’s none for this site on this device. Try again, or use a different way.',
    codes: 'passkey-cancelled',
  },
  {
    words:
      'No passkey was created. Maybe you canceled, or your device needs a screen lock or PIN first. Please try again.',
    codes: 'passkey-not-created',
  },
  {
    words: 'Your device didn’t answer. Try again, or use a different way.',
    codes: 'passkey-timed-out',
  },
  {
    words: 'Your device or password manager couldn’t use a passkey here. Try again, or use a different way.',
    codes: 'passkey-failed passkey-malformed',
  },
  {
    words: 'Your browser or device doesn’t support passkeys. Use a different way.',
    codes: 'passkey-unsupported',
  },
  {
    words: 'Passkeys are disabled on this site. Use a different way.',
    codes: 'passkeys-off',
  },
  {
    words: 'Passkeys don’t work at this address. Use a different way.',
    next: 'contact',
    level: 'error',
    codes: 'passkey-wrong-origin',
  },
  {
    words: 'Passkeys don’t work right now. Use a different way.',
    next: 'contact',
    level: 'error',
    codes: 'passkey-token-unavailable',
  },
  {
    words: 'That took too long. Please try again.',
    codes: 'passkey-challenge-expired',
  },
  {
    words: 'We don’t know this passkey, maybe because it was removed from your account. Use a different way.',
    codes: 'passkey-refused',
  },
  {
    words:
      'Your device has to check that it’s you: by a PIN, a fingerprint, or your face. Set that up first, or use a different way.',
    codes: 'passkey-not-verified',
  },
  {
    words: 'This device or password manager already has a passkey for your account.',
    codes: 'passkey-exists',
  },
  {
    words: 'Your account can’t have more passkeys. Remove one first.',
    codes: 'too-many-passkeys',
  },
  {
    words:
      'Passkeys are off for this account until you verify its email address. Sign in another way, then verify it under Account.',
    codes: 'address-not-proved',
  },
  {
    words: 'This passkey has already been removed.',
    codes: 'passkey-gone',
  },
  {
    words: 'Sign in with a passkey first, then remove it here.',
    codes: 'passkey-session-needed',
  },
  // Account deletion and password change.
  {
    words: 'The sign-in service didn’t respond. Nothing was deleted. Please try again in a moment.',
    level: 'warn',
    codes: 'account-not-deleted',
  },
  {
    words:
      'Your notes have been deleted, but your account hasn’t: the sign-in service didn’t respond. Please try again in a moment.',
    level: 'warn',
    codes: 'account-half-deleted',
  },
  {
    words: 'Another account is signed in now, so nothing changed. Reload the page.',
    codes: 'other-user',
  },
  {
    words: 'We couldn’t reach the server, so we don’t know whether anything was deleted. Please try again.',
    level: 'warn',
    codes: 'account-unreachable',
  },
  {
    words:
      'The sign-in service didn’t respond, so we don’t know whether your password was changed. Check your connection and try again.',
    codes: 'account-password-unknown',
  },
  {
    words: unknownError.words,
    level: 'warn',
    codes: 'database-unavailable session-unknown provider-unavailable sdk-fault',
  },
  // Opening a session here.
  {
    words: 'Too many sign-ins. Please try again in a few minutes.',
    codes: 'session-limited',
  },
  {
    words: `${accepted} we couldn’t reach the server. Check your connection and try again.`,
    level: 'warn',
    codes: 'session-unreachable',
  },
  {
    words: `${accepted} we couldn’t start a session. Please try again in a moment.`,
    level: 'warn',
    codes: 'session-unavailable',
  },
  {
    words: 'We can’t sign you in. Let us know and we’ll fix it.',
    next: 'contact',
    level: 'error',
    codes: 'session-too-large',
  },
  {
    words: `${accepted} the sign-in wasn’t accepted. Please try again.`,
    level: 'warn',
    codes: 'session-refused',
  },
  {
    words: 'We secured your account: nobody else can sign in to it anymore. Please sign in once more.',
    codes: 'session-secured',
  },
  {
    words: 'That took too long. Please try again.',
    codes: 'session-too-old',
  },
  {
    words: 'Sign-in is currently unavailable.',
    next: 'contact',
    level: 'error',
    codes: 'session-off',
  },
  // Misconfiguration and bugs, nothing users can fix.
  {
    words: unknownError.words,
    level: 'error',
    codes: `
      cross-site internal-error argument-error invalid-api-key auth-domain-config-required
      invalid-auth-event no-auth-event invalid-emulator-scheme emulator-config-failed already-initialized
      dependent-sdk-initialized-before-auth app-deleted tenant-id-mismatch invalid-tenant-id
      unsupported-tenant-operation app-not-authorized app-not-installed invalid-app-id
      invalid-app-credential missing-app-credential invalid-cert-hash missing-android-pkg-name
      missing-ios-bundle-id cordova-not-ready invalid-cordova-configuration custom-token-mismatch
      invalid-custom-token invalid-continue-uri missing-continue-uri unauthorized-continue-uri
      dynamic-link-not-activated invalid-dynamic-link-domain invalid-hosting-link-domain
      invalid-message-payload invalid-sender invalid-oauth-client-id invalid-oauth-provider
      invalid-provider-id missing-or-invalid-nonce invalid-persistence-type unsupported-persistence-type
      invalid-recaptcha-action invalid-recaptcha-version missing-recaptcha-version recaptcha-not-enabled
      invalid-req-type missing-client-type missing-iframe-start`,
  },
] as const satisfies readonly Entry[]

export type KnownCode = Words<(typeof entries)[number]['codes']>

type Words<Text extends string> = Text extends `${infer First}\n${infer Rest}`
  ? Words<First> | Words<Rest>
  : Text extends `${infer First} ${infer Rest}`
    ? Words<First> | Words<Rest>
    : Text extends ''
      ? never
      : Text

function codesOf({ codes }: Entry): KnownCode[] {
  return codes.trim().split(/\s+/) as KnownCode[]
}

const byCode = new Map<IdentityErrorCode, IdentityFailure>(
  entries.flatMap((entry) => codesOf(entry).map((code) => [code, { ...defaults, ...entry }] as const)),
)
