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
  linkWithPopup,
  reauthenticateWithPopup,
  browserPopupRedirectResolver as resolver,
  signInWithPopup,
  signInWithRedirect,
  TwitterAuthProvider,
  type UserCredential,
} from 'firebase/auth'
import type { Provider } from '@/lib/identity/providers'
import { withTimeout } from '@/lib/time/timeout'
import { requireSameUser, withUser } from './account'
import { withPendingLink } from './account-exists'
import { withSecondFactor } from './challenge'
import { linkedUser } from './linked'
import { type FreshToken, type Outcome, outcomeOf, renewedToken, tokenOf, tokenOfSignIn } from './outcome'
import { tokenAfterLinking } from './pending-link'

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

type ProviderConfirmation = { userId: string; provider: Provider }

function signInByPopup(auth: Auth, provider: Provider): Promise<UserCredential> {
  return withSecondFactor(auth, signInWithPopup(auth, sdkProviders[provider](), resolver))
}

async function confirmByPopup(
  auth: Auth,
  { userId, provider }: ProviderConfirmation,
): Promise<Outcome<FreshToken>> {
  await auth.authStateReady()
  const stored = auth.currentUser
  if (stored?.uid !== userId) return requireSameUser(auth, userId, signInByPopup(auth, provider))
  const confirmed = reauthenticateWithPopup(stored, sdkProviders[provider](), resolver)
  return outcomeOf(withSecondFactor(auth, confirmed).then(({ user }) => tokenOf(user)))
}

const sdkProviders: Record<Provider, () => AuthProvider> = {
  google: () => new GoogleAuthProvider(),
  facebook: () => new FacebookAuthProvider(),
  github: () => new GithubAuthProvider(),
  twitter: () => new TwitterAuthProvider(),
}
