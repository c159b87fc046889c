import 'client-only'
/** Sign-in with other providers, by popup or redirect; a chunk of its own, loaded when needed. */
import { FirebaseError } from 'firebase/app'
import {
  type Auth,
  type AuthProvider,
  FacebookAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  getRedirectResult,
  linkWithCredential,
  linkWithPopup,
  OAuthCredential,
  reauthenticateWithPopup,
  browserPopupRedirectResolver as resolver,
  signInWithPopup,
  signInWithRedirect,
  TwitterAuthProvider,
  type UserCredential,
} from 'firebase/auth'
import { setPendingLink } from '@/lib/browser/identity/pending-link'
import { type Provider, providerOf } from '@/lib/identity/providers'
import { withTimeout } from '@/lib/time/timeout'
import { requireSameUser, withUser } from './account'
import { withSecondFactor } from './challenge'
import {
  type FreshToken,
  type Outcome,
  outcomeOf,
  renewedToken,
  tokenAfterLinking,
  tokenOf,
  tokenOfSignIn,
} from './outcome'
import { linkedUser } from './sign-in-methods'

export type ProviderCalls = ReturnType<typeof providerCalls>

export function providerCalls(auth: Auth) {
  return {
    /** Loads what a popup needs. Do it early: browsers block popups that open too long after the press. */
    preparePopup: () => outcomeOf(loadGapi()),
    /** Settles when the user is done. A second call cancels the first. */
    signInByPopup: (provider: Provider) =>
      outcomeOf(withPendingLink(auth, signInByPopup(auth, provider)).then(tokenAfterLinking)),
    /** Leaves the page. */
    signInByRedirect: (provider: Provider) =>
      outcomeOf(signInWithRedirect(auth, sdkProviders[provider](), resolver)),
    /** The result of the redirect the user has just come back from. */
    finishRedirect: async (): Promise<Outcome<FreshToken>> => {
      const signingIn = withSecondFactor(auth, getRedirectResult(auth, resolver))
      const result = await outcomeOf(withPendingLink(auth, signingIn))
      if (result.status === 'failed') return result
      if (!result.value) return { status: 'failed', code: 'redirect-cancelled-by-user' }
      return outcomeOf(tokenOfSignIn(result.value))
    },
    /**
     * Links the provider to the account. Returns a token from after that, or null if the provider issues none. Never by
     * redirect: with a resolver per call the SDK then signs the user out at its next start (S95).
     */
    linkByPopup: (provider: Provider) =>
      withUser(auth, async (user) => {
        const sdkProvider = sdkProviders[provider]()
        const linking = linkWithPopup(user, sdkProvider, resolver)
        return renewedToken(await linkedUser(user, sdkProvider.providerId, linking))
      }),
    /** Reauthenticates the user; `user-mismatch` if they choose another account in the popup. */
    confirmByPopup: (confirmation: ProviderConfirmation) => confirmByPopup(auth, confirmation),
  }
}

const gapiSource = 'https://apis.google.com/js/api.js'
const maxLoadMs = 30_000

/**
 * Loads Google's script that opens the SDK's hidden frame. The SDK would wait forever for it (S158: 30 s), but uses it if
 * it's already loaded.
 */
async function loadGapi(): Promise<void> {
  if ('gapi' in window) return
  const script = document.createElement('script')
  const loaded = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => reject(new FirebaseError('auth/network-request-failed', gapiSource))
  })
  script.src = gapiSource
  document.head.append(script)
  await withTimeout(loaded, maxLoadMs)
}

type ProviderConfirmation = { providerUserId: string; provider: Provider }

function signInByPopup(auth: Auth, provider: Provider): Promise<UserCredential> {
  return withSecondFactor(auth, signInWithPopup(auth, sdkProviders[provider](), resolver))
}

async function confirmByPopup(
  auth: Auth,
  { providerUserId, provider }: ProviderConfirmation,
): Promise<Outcome<FreshToken>> {
  await auth.authStateReady()
  const stored = auth.currentUser
  if (stored?.uid !== providerUserId)
    return requireSameUser(auth, providerUserId, signInByPopup(auth, provider))
  const confirmed = reauthenticateWithPopup(stored, sdkProviders[provider](), resolver)
  return outcomeOf(withSecondFactor(auth, confirmed).then(({ user }) => tokenOf(user)))
}

const sdkProviders: Record<Provider, () => AuthProvider> = {
  google: () => new GoogleAuthProvider(),
  facebook: () => new FacebookAuthProvider(),
  github: () => new GithubAuthProvider(),
  twitter: () => new TwitterAuthProvider(),
}

/** Keeps a provider sign-in as a pending link if its address belongs to an account with a different sign-in method. */
async function withPendingLink<T>(auth: Auth, signingIn: Promise<T>): Promise<T> {
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
