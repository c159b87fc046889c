import 'client-only'
import {
  type Auth,
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signOut,
  type User,
  type UserCredential,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'
import type { ProfileChange } from '@/lib/account'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { withSecondFactor } from './challenge'
import { type FreshToken, type Outcome, outcomeOf, tokenOf } from './outcome'

/** Includes the user ID so a different account is never accepted (S74). */
export type Confirmation = { providerUserId: string; email: string; password: string }

/**
 * Account operations for a signed-in user. If this browser has lost the stored user (Safari clears it after a week) they
 * return `requires-recent-login`; confirming the password restores it.
 */
export function accountCalls(auth: Auth) {
  return {
    confirmPassword: (confirmation: Confirmation) => confirmPassword(auth, confirmation),
    /** When the stored user signed in, in seconds since 1970. Lags slightly behind other tabs. */
    lastSignIn: () =>
      withUser(auth, async (user) => Date.parse((await user.getIdTokenResult()).authTime) / 1000),
    sendVerification: (url: string) => withUser(auth, (user) => sendEmailVerification(user, { url })),
    /** Emails the new address; nothing changes until the link is used. */
    changeEmail: (email: string, url: string) =>
      withUser(auth, (user) => verifyBeforeUpdateEmail(user, email, { url })),
    changePassword: (password: string) =>
      setPassword(auth, { password }, (user) => updatePassword(user, password)),
    // The SDK accepts null, its servers don't.
    changeProfile: ({ displayName }: ProfileChange) =>
      withUser(auth, (user) => updateProfile(user, { displayName: displayName ?? '' })),
  }
}

/** Runs work for the signed-in user; `requires-recent-login` if there is none. */
export async function withUser<T>(auth: Auth, work: (user: User) => Promise<T>): Promise<Outcome<T>> {
  await auth.authStateReady()
  const user = auth.currentUser
  return user ? outcomeOf(work(user)) : noUser
}

const noUser = { status: 'failed', code: 'requires-recent-login' } as const

/**
 * Sets a password, which revokes all tokens, and returns one from a sign-in with it, as only tokens issued after the
 * change are sure to be trusted. Null if that sign-in failed: the password has still changed. `account-password-unknown`
 * if we can't tell whether it has.
 */
export async function setPassword(
  auth: Auth,
  { email, password }: { email?: string; password: string },
  set: (user: User) => Promise<unknown>,
): Promise<Outcome<FreshToken | null>> {
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user) return noUser
  const changed = await outcomeOf(set(user))
  if (changed.status === 'failed' && !inconclusiveCodes.includes(changed.code)) return changed
  const signedIn = await outcomeOf(reauthenticate(auth, user, { email: email ?? user.email ?? '', password }))
  if (signedIn.status === 'done') return signedIn
  if (changed.status === 'done') return { status: 'done', value: null }
  return inconclusiveCodes.includes(signedIn.code)
    ? { status: 'failed', code: 'account-password-unknown' }
    : changed
}

async function reauthenticate(
  auth: Auth,
  user: User,
  { email, password }: { email: string; password: string },
): Promise<FreshToken> {
  const credential = EmailAuthProvider.credential(email, password)
  return tokenOf((await withSecondFactor(auth, reauthenticateWithCredential(user, credential))).user)
}

/** The change may have succeeded: afterwards the SDK reloads and stores the user, which may be what failed. */
const inconclusiveCodes: readonly IdentityErrorCode[] = [
  'network-request-failed',
  'timeout',
  'internal-error',
  'sdk-fault',
]

/** Reauthenticates the stored user, or signs in again if it's lost or different. Must be the same user. */
async function confirmPassword(
  auth: Auth,
  { providerUserId, email, password }: Confirmation,
): Promise<Outcome<FreshToken>> {
  await auth.authStateReady()
  const stored = auth.currentUser
  if (stored?.uid === providerUserId) return outcomeOf(reauthenticate(auth, stored, { email, password }))
  return requireSameUser(
    auth,
    providerUserId,
    withSecondFactor(auth, signInWithEmailAndPassword(auth, email, password)),
  )
}

/** Completes the sign-in of this user; signs out a different one (`user-mismatch`). */
export async function requireSameUser(
  auth: Auth,
  providerUserId: string,
  signingIn: Promise<UserCredential>,
): Promise<Outcome<FreshToken>> {
  const signedIn = await outcomeOf(signingIn)
  if (signedIn.status === 'failed') return signedIn
  const { user } = signedIn.value
  if (user.uid === providerUserId) return outcomeOf(tokenOf(user))
  // Failing storage doesn't matter: the server won't renew a session for a different user.
  await outcomeOf(signOut(auth))
  return { status: 'failed', code: 'user-mismatch' }
}
