/** What to say of a sign-in that failed. */
import { type IdentityErrorCode, identityFailure } from './error-words'

/** What went wrong, and how long to wait before another try, where the server has said it. */
export type IdentityProblem = { code: IdentityErrorCode; retryAfterSeconds?: number | null }

/** Why nobody can sign in here: no provider is set up, or a password would go over plain http. */
export type SignInObstacle = 'not-configured' | 'not-secure'

/** What to tell the person. The provider's own message is never shown. */
export function describeIdentityError({ code, retryAfterSeconds = null }: IdentityProblem): string {
  if (code === 'session-limited')
    return `Too many sign-ins. Please try again in ${waitInWords(retryAfterSeconds)}.`
  return identityFailure(code).words
}

/** Whether the provider has done its part, and only the session on our side is missing. */
export function isSessionProblem({ code }: IdentityProblem): boolean {
  return code.startsWith('session-')
}

/** In minutes, rounded up: whoever waits that long need not wait again. */
function waitInWords(seconds: number | null): string {
  if (seconds === null) return 'a few minutes'
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
