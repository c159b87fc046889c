import 'client-only'
import { FirebaseError } from 'firebase/app'
import { getAdditionalUserInfo, type User, type UserCredential } from 'firebase/auth'
import { failureOf } from '@/lib/browser/identity/fault'
import { currentPendingLink, type LinkFailure, setPendingLink } from '@/lib/browser/identity/pending-link'
import type { IdentityError, IdentityErrorCode } from '@/lib/identity/error-words'

/** An ID token, and when this page got it by `performance.now()`, as visitors' clocks may be wrong. */
export type FreshToken = {
  idToken: string
  /** The provider's ID of its user. */
  providerUserId: string
  receivedAt: number
  /** This sign-in has created the account. */
  isNewUser?: true
  /** The provider that this sign-in should have linked to the account. */
  notLinked?: LinkFailure
}

/** The result of an identity call, or an error code. */
export type Outcome<T> = { status: 'done'; value: T } | ({ status: 'failed' } & IdentityError)

/** For a code that isn't six digits, so no server needs to check it. */
export const malformedCode = { status: 'failed', code: 'malformed-verification-code' } as const

/** Converts an identity call to an outcome; never rejects. */
export function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  return call.then(
    (value) => ({ status: 'done', value }),
    (fault) => scriptFailure(fault) ?? refusalByFunction(fault) ?? failureOf(fault),
  )
}

/** A Google script that didn't load: an `internal-error` of the SDK, with the script's event as its data. */
function scriptFailure(fault: unknown): { status: 'failed'; code: IdentityErrorCode } | null {
  const event = fault instanceof FirebaseError ? fault.customData : null
  if (!(event instanceof Event) || !(event.target instanceof HTMLScriptElement)) return null
  const isCaptcha = event.target.src.includes('/recaptcha/')
  return { status: 'failed', code: isCaptcha ? 'captcha-blocked' : 'network-request-failed' }
}

/**
 * A refusal by a function of the project ('blocking functions'): an `internal-error` of the SDK (firebase 12) with the function's
 * answer in its words. Its sentence is for people, if it is short plain text.
 */
function refusalByFunction(fault: unknown): ({ status: 'failed' } & IdentityError) | null {
  const [, answer] = /returned HTTP error \d+: (\{.*\})\)\)/s.exec(String(Object(fault).message)) ?? []
  if (answer === undefined) return null
  const sentence = sentenceIn(answer)
  return { status: 'failed', code: 'refused-by-function', ...(sentence && { sentence }) }
}

function sentenceIn(answer: string): string | null {
  try {
    const { message } = JSON.parse(answer).error
    return typeof message === 'string' && /^[^\p{C}<>{}]{1,200}$/u.test(message) ? message : null
  } catch {
    return null
  }
}

/** The user's ID token; `isForced` issues a new one. */
export async function tokenOf(user: User, { isForced } = { isForced: false }): Promise<FreshToken> {
  const idToken = await user.getIdToken(isForced)
  return { idToken, providerUserId: user.uid, receivedAt: performance.now() }
}

/** The ID token of a sign-in that creates the account if there is none. */
export async function tokenOfSignIn(credential: UserCredential): Promise<FreshToken> {
  const token = await tokenOf(credential.user)
  return getAdditionalUserInfo(credential)?.isNewUser ? { ...token, isNewUser: true } : token
}

/**
 * A token issued after a change of sign-in methods, as the provider may reject older ones. Null if it issues none: the
 * change is still made.
 */
export async function renewedToken(user: User): Promise<FreshToken | null> {
  const token = await outcomeOf(tokenOf(user, { isForced: true }))
  return token.status === 'done' ? token.value : null
}

/**
 * The token of a sign-in, after linking the pending provider to the account. If linking fails, the user is still signed
 * in.
 */
export async function tokenAfterLinking(credential: UserCredential): Promise<FreshToken> {
  const { user } = credential
  const pending = currentPendingLink()
  setPendingLink(null)
  if (!pending || !isSame(pending.email, user.email)) return tokenOfSignIn(credential)
  const notLinked = await pending.addTo(user)
  return { ...(await tokenOfSignIn(credential)), ...(notLinked && { notLinked }) }
}

/** Addresses are compared case-insensitively, like the provider's. */
function isSame(email: string, other: string | null): boolean {
  return email.toLowerCase() === other?.toLowerCase()
}
