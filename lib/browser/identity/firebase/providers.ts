import 'client-only'
/** Signing in with another provider, in a window of its own or on its page; a chunk that loads when first needed. */
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
import { type FreshToken, type Outcome, outcomeOf, tokenOf } from './outcome'
import { loadWindowLoader } from './window-loader'

export type ProviderCalls = {
  /** Loads what a window needs; the time until it opens must be short, or browsers block it. */
  prepareWindow: () => Promise<Outcome<void>>
  /** Takes as long as the person does. A second call cancels the first. */
  signInByWindow: (provider: Provider) => Promise<Outcome<FreshToken>>
  /** Leaves the page. */
  leaveForProvider: (provider: Provider) => Promise<Outcome<never>>
  /** The sign-in that a visitor comes back with. */
  finishRedirect: () => Promise<Outcome<FreshToken>>
}

export function providerCalls(auth: Auth): ProviderCalls {
  return {
    prepareWindow: () => outcomeOf(loadWindowLoader()),
    signInByWindow: (provider) =>
      outcomeOf(signInWithPopup(auth, sdkProviders[provider](), resolver).then(({ user }) => tokenOf(user))),
    leaveForProvider: (provider) => outcomeOf(signInWithRedirect(auth, sdkProviders[provider](), resolver)),
    finishRedirect: async () => {
      const result = await outcomeOf(getRedirectResult(auth, resolver))
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
