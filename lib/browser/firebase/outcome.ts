import 'client-only'
import { FirebaseError } from 'firebase/app'
import type { User } from 'firebase/auth'
import type { FreshToken } from '../token-sync'

/** What an identity call came to: its result, or the SDK's error code without its `auth/`. */
export type Outcome<T> = { status: 'done'; value: T } | { status: 'failed'; code: string }

/** Waits for an identity call. Errors that are not the SDK's own are thrown on. */
export async function outcomeOf<T>(asked: Promise<T>): Promise<Outcome<T>> {
  try {
    return { status: 'done', value: await asked }
  } catch (error) {
    if (error instanceof FirebaseError) return { status: 'failed', code: error.code.replace(/^auth\//, '') }
    throw error
  }
}

/** The user's ID token; forced, it is issued now. */
export async function tokenOf(user: User, { isForced } = { isForced: false }): Promise<FreshToken> {
  const { token, issuedAtTime } = await user.getIdTokenResult(isForced)
  return { idToken: token, issuedAt: Date.parse(issuedAtTime) / 1000 }
}
