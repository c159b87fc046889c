import 'client-only'
import { FirebaseError } from 'firebase/app'
import {
  type Auth,
  linkWithCredential,
  OAuthProvider,
  TwitterAuthProvider,
  type UserCredential,
} from 'firebase/auth'
import { currentPendingLink, keepPendingLink } from '@/lib/browser/identity/pending-link'
import { providerOf } from '@/lib/identity/providers'
import { linkedBy } from './linked'
import { type FreshToken, outcomeOf, tokenOf } from './outcome'

/** A sign-in with a provider. If its address belongs to an account that signs in otherwise, it is kept for `addPending`. */
export async function orKeptForLinking<T>(auth: Auth, signingIn: Promise<T>): Promise<T> {
  try {
    return await signingIn
  } catch (error) {
    if (error instanceof FirebaseError) keep(auth, error)
    throw error
  }
}

/**
 * The token of a sign-in, once what was waiting for this person is added to the account. Whether that works or not, they
 * are signed in.
 */
export async function tokenAfterLinking({ user }: UserCredential): Promise<FreshToken> {
  const pending = currentPendingLink()
  keepPendingLink(null)
  if (!pending || !isSame(pending.email, user.email)) return tokenOf(user)
  const notLinked = await pending.addTo(user)
  return { ...(await tokenOf(user)), ...(notLinked && { notLinked }) }
}

function keep(auth: Auth, error: FirebaseError): void {
  if (error.code !== 'auth/account-exists-with-different-credential') return
  // Its keys are those of the SDK's `AuthErrorMap`, which has no type for them.
  const { email, _tokenResponse } = (error.customData ?? {}) as {
    email?: string
    _tokenResponse?: { providerId?: string }
  }
  // X's has two parts; the other class keeps one of them.
  const credential =
    TwitterAuthProvider.credentialFromError(error) ?? OAuthProvider.credentialFromError(error)
  const provider = providerOf(_tokenResponse?.providerId ?? '')
  if (!email || !credential || !provider) return
  keepPendingLink({
    provider,
    email,
    addTo: async ({ uid }) => {
      const user = auth.currentUser
      if (user?.uid !== uid) return { provider, code: 'user-mismatch' }
      const linking = linkedBy(user, credential.providerId, linkWithCredential(user, credential))
      const linked = await outcomeOf(linking)
      return linked.status === 'failed' ? { provider, code: linked.code } : null
    },
  })
}

/** One account per address, whatever the case of its letters. */
function isSame(email: string, other: string | null): boolean {
  return email.toLowerCase() === other?.toLowerCase()
}
