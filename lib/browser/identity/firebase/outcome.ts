import 'client-only'
import type { User } from 'firebase/auth'
import { failureOf } from '@/lib/browser/identity/fault'
import type { IdentityErrorCode } from '@/lib/identity/error-words'

/** An ID token and when it was issued, seconds since 1970. */
export type FreshToken = { idToken: string; issuedAt: number }

/** What an identity call came to: its result, or a code for what was wrong. */
export type Outcome<T> = { status: 'done'; value: T } | { status: 'failed'; code: IdentityErrorCode }

/** Waits for an identity call, whatever it is rejected with. */
export function outcomeOf<T>(asked: Promise<T>): Promise<Outcome<T>> {
  return asked.then((value) => ({ status: 'done', value }), failureOf)
}

/** The user's ID token; forced, it is issued now. */
export async function tokenOf(user: User, { isForced } = { isForced: false }): Promise<FreshToken> {
  const { token, issuedAtTime } = await user.getIdTokenResult(isForced)
  return { idToken: token, issuedAt: Date.parse(issuedAtTime) / 1000 }
}
