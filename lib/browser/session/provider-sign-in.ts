import 'client-only'
/** Loaded when a provider's button is first used. */
import type { IdentityClient, Outcome, ProviderCalls } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import type { PublicConfig } from '@/lib/config/config'
import type { Provider } from '@/lib/identity/providers'
import { rememberRedirect } from './last-used'
import { type SignInOutcome, signInWith } from './sign-in'

/**
 * Signs in with another provider by popup, without a timeout. If the browser blocks popups, redirects if that can
 * come back, else fails with `popup-blocked`.
 */
export async function signInWithProvider(config: PublicConfig, provider: Provider): Promise<SignInOutcome> {
  if (isInAppBrowser() && canRedirect(config)) return redirectToProvider(config, provider)
  const ready = await callIdentity(config, async (client) => (await client.providers()).preparePopup())
  if (ready.status === 'failed') return ready
  const byPopup = withProviderCalls((calls) => calls.signInByPopup(provider))
  const outcome = await signInWith(config, byPopup, { limitMs: null })
  const isBlocked = outcome.status === 'failed' && outcome.code === 'popup-blocked'
  return isBlocked && canRedirect(config) ? redirectToProvider(config, provider) : outcome
}

/** Creates the session after a redirect to a provider. */
export function finishRedirect(config: PublicConfig): Promise<SignInOutcome> {
  return signInWith(
    config,
    withProviderCalls((calls) => calls.finishRedirect()),
  )
}

async function redirectToProvider(config: PublicConfig, provider: Provider): Promise<SignInOutcome> {
  rememberRedirect(provider)
  const redirect = withProviderCalls((calls) => calls.signInByRedirect(provider))
  const outcome = await callIdentity(config, redirect)
  rememberRedirect(null)
  return outcome.status === 'failed' ? outcome : outcome.value
}

function withProviderCalls<T>(call: (calls: ProviderCalls) => Promise<Outcome<T>>) {
  return async (client: IdentityClient) => call(await client.providers())
}

/**
 * Browsers partition storage by site, so a redirect can only come back if the auth domain is this site's own
 * (firebase.google.com/docs/auth/web/redirect-best-practices).
 */
function canRedirect({ identity, emulatorUrl }: PublicConfig): boolean {
  return emulatorUrl !== null || identity?.authDomain === location.host
}

/** Browsers inside these apps can't open popups. */
function isInAppBrowser(): boolean {
  return /FBAN|FBAV|Instagram|Line\/|MicroMessenger|; wv\)/.test(navigator.userAgent)
}
