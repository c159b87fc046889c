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
import type { FreshToken } from '../session'
import { type Outcome, outcomeOf, tokenOf } from './outcome'

/** Whose password it is to be, so that another account is never taken for it (spec section 5). */
export type Confirmation = { userId: string; email: string; password: string }

export type ProfileChange = { displayName: string | null; photoUrl: string | null }

/**
 * What a signed-in person may do with the account. Where this browser has lost the stored user (Safari forgets it after
 * a week) the answer is `requires-recent-login`: whoever confirms the password is back.
 */
export type AccountCalls = {
  confirmPassword: (confirmation: Confirmation) => Promise<Outcome<FreshToken>>
  sendVerification: (continueTo: string) => Promise<Outcome<void>>
  /** Sends a message to the new address; nothing changes before its link is used. */
  changeEmail: (email: string, continueTo: string) => Promise<Outcome<void>>
  /** Makes all tokens so far worthless; the one that comes back is new. */
  changePassword: (password: string) => Promise<Outcome<FreshToken>>
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
        return tokenOf(user, { isForced: true })
      }),
    changeProfile: ({ displayName, photoUrl }) =>
      asUser(auth, async (user) => {
        await updateProfile(user, { displayName, photoURL: photoUrl })
        return tokenOf(user, { isForced: true })
      }),
  }
}

async function asUser<T>(auth: Auth, work: (user: User) => Promise<T>): Promise<Outcome<T>> {
  await auth.authStateReady()
  const user = auth.currentUser
  return user ? outcomeOf(work(user)) : { status: 'failed', code: 'requires-recent-login' }
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
