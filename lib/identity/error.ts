/** Messages for failed sign-ins. */
import { type IdentityErrorCode, identityFailure } from './error-words'

/** The error code, and the server's retry delay if any. */
export type IdentityError = { code: IdentityErrorCode; retryAfterSeconds?: number | null }

/** Why sign-in is unavailable: no provider configured, or passwords would go over plain http. */
export type SignInUnavailableReason = 'not-configured' | 'not-secure'

/** The message for an error. The provider's own is never shown. */
export function describeIdentityError({ code, retryAfterSeconds = null }: IdentityError): string {
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
