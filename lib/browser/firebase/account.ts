import 'client-only'
import {
  type Auth,
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'
import type { ProfileChange } from '../../profile'
import type { FreshToken } from '../token-sync'
import { type Outcome, outcomeOf, tokenOf } from './outcome'

/** Whose password it is to be, so that another account is never taken for it (spec section 5). */
export type Confirmation = { userId: string; email: string; password: string }

/**
 * What a signed-in person may do with the account. Where this browser has lost the stored user (Safari forgets it after
 * a week) the answer is `requires-recent-login`: whoever confirms the password is back.
 */
export type AccountCalls = {
  confirmPassword: (confirmation: Confirmation) => Promise<Outcome<FreshToken>>
  sendVerification: (continueTo: string) => Promise<Outcome<void>>
  /** Sends a message to the new address; nothing changes before its link is used. */
  changeEmail: (email: string, continueTo: string) => Promise<Outcome<void>>
  /**
   * Makes all tokens so far worthless; the one that comes back is of a sign-in with the new password. Null if that
   * sign-in failed: the password is changed all the same.
   */
  changePassword: (password: string) => Promise<Outcome<FreshToken | null>>
  changeProfile: (change: ProfileChange) => Promise<Outcome<FreshToken>>
}

export function accountCalls(auth: Auth): AccountCalls {
  return {
    confirmPassword: (confirmation) => confirmPassword(auth, confirmation),
    sendVerification: (url) => asUser(auth, (user) => sendEmailVerification(user, { url })),
    changeEmail: (email, url) => asUser(auth, (user) => verifyBeforeUpdateEmail(user, email, { url })),
    changePassword: (password) =>
      asUser(auth, async (user) => {
        await updatePassword(user, password)
        return signInAnew(user, password)
      }),
    changeProfile: ({ displayName, photoUrl }) =>
      asUser(auth, async (user) => {
        // The SDK takes null, and its servers do not.
        await updateProfile(user, { displayName: displayName ?? '', photoURL: photoUrl ?? '' })
        return tokenOf(user, { isForced: true })
      }),
  }
}

async function asUser<T>(auth: Auth, work: (user: User) => Promise<T>): Promise<Outcome<T>> {
  await auth.authStateReady()
  const user = auth.currentUser
  return user ? outcomeOf(work(user)) : { status: 'failed', code: 'requires-recent-login' }
}

/** Only a sign-in after the change is sure to be one that the provider still trusts. */
async function signInAnew(user: User, password: string): Promise<FreshToken | null> {
  const credential = EmailAuthProvider.credential(user.email ?? '', password)
  const signedIn = await outcomeOf(reauthenticateWithCredential(user, credential))
  if (signedIn.status === 'failed') return null
  const token = await outcomeOf(tokenOf(signedIn.value.user))
  return token.status === 'done' ? token.value : null
}

/** Signs in anew where the stored user is lost or somebody else; whoever that turns out to be must be the same. */
async function confirmPassword(
  auth: Auth,
  { userId, email, password }: Confirmation,
): Promise<Outcome<FreshToken>> {
  await auth.authStateReady()
  const stored = auth.currentUser
  if (stored?.uid === userId) {
    const credential = EmailAuthProvider.credential(email, password)
    return outcomeOf(reauthenticateWithCredential(stored, credential).then(({ user }) => tokenOf(user)))
  }
  const signedIn = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
  if (signedIn.status === 'failed') return signedIn
  const { user } = signedIn.value
  if (user.uid === userId) return outcomeOf(tokenOf(user))
  await signOut(auth)
  return { status: 'failed', code: 'user-mismatch' }
}
