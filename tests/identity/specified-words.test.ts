import { expect, test } from 'vitest'
import { describeIdentityError, type ForeignCode, identityFailure } from '@/lib/identity/error-words'

/** The message, the next step, and the level: `error` goes to the operator. */
type Expected = [words: string, next: string, level: string]

const ourFault: Expected = [
  'Something went wrong on our side. Please try again in a moment.',
  'none',
  'error',
]
const signedOut: Expected = ['You’ve been signed out. Sign in to continue.', 'sign-in', 'info']
const unfinished: Expected = ['Sign-in wasn’t completed.', 'none', 'info']
const wrongCredentials: Expected = ['Wrong email or password.', 'forgot-password', 'info']
const appeal = 'If you think this is a mistake, let us know.'

/**
 * The codes of the specification (section 8) in its order, and three common ones. Written out, as comparing the product's
 * table with itself would prove nothing.
 */
const expectedByCode: Readonly<Record<string, Expected>> = {
  'internal-error': ourFault,
  'argument-error': ourFault,
  'invalid-api-key': ourFault,
  'network-request-failed': [
    'We couldn’t reach the sign-in service. Check your connection and try again.',
    'none',
    'warn',
  ],
  'popup-blocked': [
    'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
    'none',
    'info',
  ],
  'popup-closed-by-user': unfinished,
  'cancelled-popup-request': unfinished,
  'web-storage-unsupported': [
    'Your browser is blocking storage that sign-in needs. Allow it for this site and try again, or sign in another way.',
    'none',
    'info',
  ],
  'unauthorized-domain': ['This way to sign in isn’t set up yet. Use a different one.', 'contact', 'error'],
  'auth-domain-config-required': ourFault,
  'invalid-auth-event': ourFault,
  'invalid-user-token': signedOut,
  'tenant-id-mismatch': ourFault,
  'user-mismatch': ['That’s a different account. Use the one you’re signed in with.', 'none', 'info'],
  'user-not-found': wrongCredentials,
  'multi-factor-auth-required': ['This account needs two-step verification to sign in.', 'none', 'info'],
  'missing-recaptcha-token': [
    'We couldn’t confirm that you’re not a robot. Please try again.',
    'none',
    'warn',
  ],
  'password-does-not-meet-requirements': [
    'This password doesn’t meet the password rules. Choose a stronger one.',
    'none',
    'info',
  ],
  'unsupported-password-policy-schema-version': [
    'We couldn’t load the password rules. Reload the page.',
    'contact',
    'error',
  ],
  'login-blocked': [`This sign-in was blocked. ${appeal}`, 'contact', 'warn'],
  'invalid-emulator-scheme': ourFault,
  'emulator-config-failed': ourFault,
  'already-initialized': ourFault,
  'no-auth-event': ourFault,
  'invalid-credential': wrongCredentials,
  'wrong-password': wrongCredentials,
  'email-already-in-use': ['An account with this email already exists.', 'sign-in', 'info'],
  'too-many-requests': ['Too many attempts. Wait a few minutes and try again.', 'none', 'info'],
  'user-disabled': [`This account has been disabled. ${appeal}`, 'contact', 'info'],
  'requires-recent-login': ['Enter your password to continue.', 'none', 'info'],
  'user-token-expired': signedOut,
  'expired-action-code': ['This link has expired.', 'request-new-link', 'info'],
  'invalid-action-code': ['This link is incomplete or has already been used.', 'request-new-link', 'info'],
  'admin-restricted-operation': ['New accounts can’t be created on this site.', 'contact', 'info'],
  'invalid-email': ['This doesn’t look like an email address.', 'none', 'info'],
  'weak-password': ['Choose a longer password: at least 6 characters.', 'none', 'info'],
  'operation-not-allowed': ['Signing in with a password is disabled on this site.', 'contact', 'error'],
}

test.each(Object.entries(expectedByCode))('%s has its message, next step and level', (name, expected) => {
  const code = name as ForeignCode
  const { next, level } = identityFailure(code)
  expect([describeIdentityError({ code }), next, level]).toEqual(expected)
})

test.each<[seconds: number | null, wait: string]>([
  [0, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [600, '10 minutes'],
  [null, 'a few minutes'],
])('after too many sign-ins, with %s seconds left, users wait %s', (retryAfterSeconds, wait) => {
  const words = `Too many sign-ins. Please try again in ${wait}.`
  expect(describeIdentityError({ code: 'session-limited', retryAfterSeconds })).toBe(words)
})
