import 'client-only'
import { FirebaseError } from 'firebase/app'
import type { User } from 'firebase/auth'
import { failureOf } from '@/lib/browser/identity/fault'
import type { LinkFailure } from '@/lib/browser/identity/pending-link'
import type { IdentityErrorCode } from '@/lib/identity/error-words'

/** An ID token, and when it came to this page, on the clock of `performance.now()`: visitors' own may be wrong. */
export type FreshToken = {
  idToken: string
  receivedAt: number
  /** What was to be added to the account with this sign-in, and was not. */
  notLinked?: LinkFailure
}

/** The result of an identity call, or an error code. */
export type Outcome<T> = { status: 'done'; value: T } | { status: 'failed'; code: IdentityErrorCode }

/** Not a code of six digits: no server is asked whether it's correct. */
export const malformedCode = { status: 'failed', code: 'malformed-verification-code' } as const

/** Converts an identity call to an outcome; never rejects. */
export function outcomeOf<T>(asked: Promise<T>): Promise<Outcome<T>> {
  return asked.then(
    (value) => ({ status: 'done', value }),
    (fault) => unloadedScript(fault) ?? failureOf(fault),
  )
}

/**
 * A script of Google's that didn't load. The SDK calls that `internal-error`, and keeps the script's event as
 * the error's data.
 */
function unloadedScript(fault: unknown): { status: 'failed'; code: IdentityErrorCode } | null {
  const event = fault instanceof FirebaseError ? fault.customData : null
  if (!(event instanceof Event) || !(event.target instanceof HTMLScriptElement)) return null
  const isCaptcha = event.target.src.includes('/recaptcha/')
  return { status: 'failed', code: isCaptcha ? 'captcha-blocked' : 'network-request-failed' }
}

/** The user's ID token; `isForced` issues a new one. */
export async function tokenOf(user: User, { isForced } = { isForced: false }): Promise<FreshToken> {
  return { idToken: await user.getIdToken(isForced), receivedAt: performance.now() }
}

/**
 * A token from after a change of what signs somebody in, as the provider may distrust those from before. Null if it gives
 * none: the change is still made.
 */
export async function renewedToken(user: User): Promise<FreshToken | null> {
  const token = await outcomeOf(tokenOf(user, { isForced: true }))
  return token.status === 'done' ? token.value : null
}
