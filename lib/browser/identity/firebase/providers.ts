import 'client-only'
/** Sign-in with other providers, by popup or redirect; a chunk of its own, loaded when first needed. */
import {
  type Auth,
  type AuthProvider,
  FacebookAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  getRedirectResult,
  browserPopupRedirectResolver as resolver,
  signInWithPopup,
  signInWithRedirect,
  TwitterAuthProvider,
} from 'firebase/auth'
import type { Provider } from '@/lib/identity/providers'
import { withSecondFactor } from './challenge'
import { loadGapi } from './gapi'
import { type FreshToken, type Outcome, outcomeOf, tokenOf } from './outcome'

export type ProviderCalls = ReturnType<typeof providerCalls>

export function providerCalls(auth: Auth) {
  return {
    /** Loads what a popup needs. Do it early: browsers block popups that open too long after the press. */
    preparePopup: () => outcomeOf(loadGapi()),
    /** Takes as long as the user does. A second call cancels the first. */
    signInByPopup: (provider: Provider) =>
      outcomeOf(
        withSecondFactor(auth, signInWithPopup(auth, sdkProviders[provider](), resolver)).then(({ user }) =>
          tokenOf(user),
        ),
      ),
    /** Leaves the page. */
    signInByRedirect: (provider: Provider) =>
      outcomeOf(signInWithRedirect(auth, sdkProviders[provider](), resolver)),
    /** The result of the redirect the user has just come back from. */
    finishRedirect: async (): Promise<Outcome<FreshToken>> => {
      const result = await outcomeOf(withSecondFactor(auth, getRedirectResult(auth, resolver)))
      if (result.status === 'failed') return result
      if (!result.value) return { status: 'failed', code: 'redirect-cancelled-by-user' }
      return outcomeOf(tokenOf(result.value.user))
    },
  }
}

const sdkProviders: Record<Provider, () => AuthProvider> = {
  google: () => new GoogleAuthProvider(),
  facebook: () => new FacebookAuthProvider(),
  github: () => new GithubAuthProvider(),
  twitter: () => new TwitterAuthProvider(),
}
