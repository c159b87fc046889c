import 'client-only'
import { FirebaseError } from 'firebase/app'
import { type Auth, linkWithCredential, OAuthCredential } from 'firebase/auth'
import { setPendingLink } from '@/lib/browser/identity/pending-link'
import { providerOf } from '@/lib/identity/providers'
import { linkedUser } from './linked'
import { outcomeOf } from './outcome'

/** A sign-in with a provider. If its address belongs to an account that signs in otherwise, it waits for that sign-in. */
export async function withPendingLink<T>(auth: Auth, signingIn: Promise<T>): Promise<T> {
  try {
    return await signingIn
  } catch (error) {
    if (error instanceof FirebaseError) keep(auth, error)
    throw error
  }
}

/** What the SDK adds to this error and has no type for: the address, and the provider's answer. */
type Told = { email?: string; _tokenResponse?: Partial<Record<TokenName | 'providerId', string>> }
type TokenName = 'oauthIdToken' | 'oauthAccessToken' | 'oauthTokenSecret' | 'pendingToken' | 'nonce'

function keep(auth: Auth, error: FirebaseError): void {
  if (error.code !== 'auth/account-exists-with-different-credential') return
  const { email, _tokenResponse: told = {} } = (error.customData ?? {}) as Told
  const provider = providerOf(told.providerId ?? '')
  // As each provider's `credentialFromError` would, in one way for all of them: those classes weigh something.
  const credential = OAuthCredential.fromJSON({
    providerId: told.providerId,
    signInMethod: told.providerId,
    idToken: told.oauthIdToken,
    accessToken: told.oauthAccessToken,
    secret: told.oauthTokenSecret,
    pendingToken: told.pendingToken,
    nonce: told.nonce,
  })
  if (!email || !credential || !provider) return
  setPendingLink({
    provider,
    email,
    addTo: async ({ uid }) => {
      const user = auth.currentUser
      if (user?.uid !== uid) return { provider, code: 'user-mismatch' }
      const linking = linkedUser(user, credential.providerId, linkWithCredential(user, credential))
      const linked = await outcomeOf(linking)
      return linked.status === 'failed' ? { provider, code: linked.code } : null
    },
  })
}
