import 'client-only'
import type { User } from 'firebase/auth'
import { failureOf } from '@/lib/browser/identity/fault'
import type { IdentityErrorCode } from '@/lib/identity/error-words'

/** An ID token and when it was issued, seconds since 1970. */
export type FreshToken = { idToken: string; issuedAt: number }

/** The result of an identity call, or an error code. */
export type Outcome<T> = { status: 'done'; value: T } | { status: 'failed'; code: IdentityErrorCode }

/** Converts an identity call to an outcome; never rejects. */
export function outcomeOf<T>(asked: Promise<T>): Promise<Outcome<T>> {
  return asked.then((value) => ({ status: 'done', value }), failureOf)
}

/** The user's ID token; `isForced` issues a new one. */
export async function tokenOf(user: User, { isForced } = { isForced: false }): Promise<FreshToken> {
  const { token, issuedAtTime } = await user.getIdTokenResult(isForced)
  return { idToken: token, issuedAt: Date.parse(issuedAtTime) / 1000 }
}
