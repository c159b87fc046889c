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
import type { ProfileChange } from '@/lib/account'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { type FreshToken, type Outcome, outcomeOf, tokenOf } from './outcome'

/** Whose password it is to be, so that another account is never taken for it (spec section 5). */
export type Confirmation = { userId: string; email: string; password: string }

/**
 * What a signed-in person may do with the account. Where this browser has lost the stored user (Safari forgets it after
 * a week) the answer is `requires-recent-login`: whoever confirms the password is back.
 */
export type AccountCalls = {
  confirmPassword: (confirmation: Confirmation) => Promise<Outcome<FreshToken>>
  /** Who is stored here and when they signed in, seconds since 1970. What another tab does is known a moment later. */
  lastSignIn: () => Promise<Outcome<{ userId: string; at: number }>>
  sendVerification: (continueTo: string) => Promise<Outcome<void>>
  /** Sends a message to the new address; nothing changes before its link is used. */
  changeEmail: (email: string, continueTo: string) => Promise<Outcome<void>>
  /**
   * Makes all tokens so far worthless; the one that comes back is of a sign-in with the new password. Null if that
   * sign-in failed: the password is changed all the same. `account-password-unknown` if nobody can say whether it is.
   */
  changePassword: (password: string) => Promise<Outcome<FreshToken | null>>
  changeProfile: (change: ProfileChange) => Promise<Outcome<void>>
}

export function accountCalls(auth: Auth): AccountCalls {
  return {
    confirmPassword: (confirmation) => confirmPassword(auth, confirmation),
    lastSignIn: () =>
      asUser(auth, async (user) => {
        const { authTime } = await user.getIdTokenResult()
        return { userId: user.uid, at: Date.parse(authTime) / 1000 }
      }),
    sendVerification: (url) => asUser(auth, (user) => sendEmailVerification(user, { url })),
    changeEmail: (email, url) => asUser(auth, (user) => verifyBeforeUpdateEmail(user, email, { url })),
    changePassword: (password) => changePassword(auth, password),
    // The SDK takes null, and its servers do not.
    changeProfile: ({ displayName, photoUrl }) =>
      asUser(auth, (user) =>
        updateProfile(user, { displayName: displayName ?? '', photoURL: photoUrl ?? '' }),
      ),
  }
}

async function asUser<T>(auth: Auth, work: (user: User) => Promise<T>): Promise<Outcome<T>> {
  await auth.authStateReady()
  const user = auth.currentUser
  return user ? outcomeOf(work(user)) : noUser
}

const noUser = { status: 'failed', code: 'requires-recent-login' } as const

/** Only a sign-in after the change is sure to be one that the provider still trusts. */
async function changePassword(auth: Auth, password: string): Promise<Outcome<FreshToken | null>> {
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user) return noUser
  const changed = await outcomeOf(updatePassword(user, password))
  if (changed.status === 'failed' && !isSilence(changed.code)) return changed
  const signedIn = await outcomeOf(signInAnew(user, password))
  if (signedIn.status === 'done') return signedIn
  if (changed.status === 'done') return { status: 'done', value: null }
  return isSilence(signedIn.code) ? { status: 'failed', code: 'account-password-unknown' } : changed
}

async function signInAnew(user: User, password: string): Promise<FreshToken> {
  const credential = EmailAuthProvider.credential(user.email ?? '', password)
  return tokenOf((await reauthenticateWithCredential(user, credential)).user)
}

/** The change may have been made all the same: after it the SDK asks about the user and stores it, which may be what failed. */
function isSilence(code: IdentityErrorCode): boolean {
  return silences.includes(code)
}

const silences: readonly IdentityErrorCode[] = [
  'network-request-failed',
  'timeout',
  'internal-error',
  'sdk-fault',
]

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
  // A storage that fails keeps nobody waiting: with another user than the session's the server renews nothing.
  await outcomeOf(signOut(auth))
  return { status: 'failed', code: 'user-mismatch' }
}
