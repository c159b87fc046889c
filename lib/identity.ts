/** Words for what can go wrong at the identity provider, and on the way to a session. */

/** A code of the Firebase SDK without its `auth/`, or one of our own for the way to the session. */
export type IdentityErrorCode = string

/** What went wrong, and how long to wait before another try, where the server has said it. */
export type IdentityProblem = { code: IdentityErrorCode; retryAfterSeconds?: number | null }

const wrongCredentials = 'The email address or the password is not right.'
const tryAgain = 'Something went wrong on our side. Please try again in a moment.'
const offline = 'We could not reach the sign-in service. Check your connection and try again.'

/** Wrong address and wrong password read the same: nobody learns here who has an account. */
const words: Readonly<Record<string, string>> = {
  'invalid-credential': wrongCredentials,
  'wrong-password': wrongCredentials,
  'user-not-found': wrongCredentials,
  'invalid-email': 'This does not look like an email address.',
  'missing-password': 'Enter your password.',
  'email-already-in-use': 'There is an account with this email address. Sign in instead.',
  'weak-password': 'Choose a longer password: at least 6 characters.',
  'password-does-not-meet-requirements':
    'This password does not meet the requirements. Choose a stronger one.',
  'too-many-requests': 'Too many tries. Wait a few minutes, then try again.',
  'user-disabled': 'This account has been switched off. Contact us if you think that is a mistake.',
  'network-request-failed': offline,
  'operation-not-allowed': 'Signing in with a password is switched off on this site.',
  'admin-restricted-operation': 'New accounts cannot be created on this site.',
  'login-blocked': 'This sign-in was refused. Contact us if you think that is a mistake.',
  'web-storage-unsupported': 'Your browser blocks storage for this site, which signing in needs.',
  'sdk-unreachable': `${offline} If that does not help, load this page again.`,
  'session-unreachable':
    'Your password is right, but this site did not answer. Check your connection and try again.',
  'session-unavailable':
    'Your password is right, but this site could not open a session. Please try again in a moment.',
  'session-too-large':
    'Your password is right, but your account holds more than fits into a session, so you cannot be signed in. Please contact us.',
  'session-refused': 'Your password is right, but this site did not accept the sign-in. Please try again.',
  'session-too-old': 'That took too long. Please try again.',
  'session-off': 'Your password is right, but this site opens no sessions: its token sync is switched off.',
}

/** What to tell the person. The provider's own message is never shown. */
export function describeIdentityError({ code, retryAfterSeconds = null }: IdentityProblem): string {
  if (code === 'session-limited')
    return `Too many sign-ins. Please try again in ${waitInWords(retryAfterSeconds)}.`
  return words[code] ?? tryAgain
}

/** In minutes, rounded up: whoever waits that long need not wait again. */
function waitInWords(seconds: number | null): string {
  if (seconds === null) return 'a few minutes'
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
