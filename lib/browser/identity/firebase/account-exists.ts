import 'client-only'
import { FirebaseError } from 'firebase/app'
import { type Auth, linkWithCredential, OAuthCredential } from 'firebase/auth'
import { setPendingLink } from '@/lib/browser/identity/pending-link'
import { providerOf } from '@/lib/identity/providers'
import { linkedUser } from './linked'
import { outcomeOf } from './outcome'

/** Keeps a provider sign-in as a pending link if its address belongs to an account with a different sign-in method. */
export async function withPendingLink<T>(auth: Auth, signingIn: Promise<T>): Promise<T> {
  try {
    return await signingIn
  } catch (error) {
    if (error instanceof FirebaseError) storePendingLink(auth, error)
    throw error
  }
}

/** The error's data, which the SDK has no type for: the address, and the provider's response. */
type ErrorData = { email?: string; _tokenResponse?: Partial<Record<TokenName | 'providerId', string>> }
type TokenName = 'oauthIdToken' | 'oauthAccessToken' | 'oauthTokenSecret' | 'pendingToken' | 'nonce'

function storePendingLink(auth: Auth, error: FirebaseError): void {
  if (error.code !== 'auth/account-exists-with-different-credential') return
  const { email, _tokenResponse: response = {} } = (error.customData ?? {}) as ErrorData
  const provider = providerOf(response.providerId ?? '')
  // Like `credentialFromError` of each provider's class, without loading those classes.
  const credential = OAuthCredential.fromJSON({
    providerId: response.providerId,
    signInMethod: response.providerId,
    idToken: response.oauthIdToken,
    accessToken: response.oauthAccessToken,
    secret: response.oauthTokenSecret,
    pendingToken: response.pendingToken,
    nonce: response.nonce,
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
