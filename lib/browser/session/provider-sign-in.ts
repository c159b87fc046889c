import 'client-only'
/** Lazy-loaded when a provider's button is first used. */
import type { IdentityClient, Outcome, ProviderCalls } from '@/lib/browser/identity/firebase'
import { askIdentity } from '@/lib/browser/identity/identity'
import type { PublicConfig } from '@/lib/config/config'
import type { Provider } from '@/lib/identity/providers'
import { rememberRedirect } from './redirect'
import { openSessionBy, type SignInOutcome } from './sign-in'

/**
 * Signs in with another provider by popup, however long that takes. If the browser blocks popups, redirects where
 * that can come back; else `popup-blocked`.
 */
export async function signInWithProvider(config: PublicConfig, provider: Provider): Promise<SignInOutcome> {
  if (isInsideOtherApp() && canRedirect(config)) return leaveFor(config, provider)
  const ready = await askIdentity(config, async (client) => (await client.providers()).preparePopup())
  if (ready.status === 'failed') return ready
  const byPopup = byProviders((calls) => calls.signInByPopup(provider))
  const outcome = await openSessionBy(config, byPopup, { limitMs: null })
  const isBlocked = outcome.status === 'failed' && outcome.code === 'popup-blocked'
  return isBlocked && canRedirect(config) ? leaveFor(config, provider) : outcome
}

/** Opens the session after a redirect to a provider. */
export function finishRedirect(config: PublicConfig): Promise<SignInOutcome> {
  return openSessionBy(
    config,
    byProviders((calls) => calls.finishRedirect()),
  )
}

async function leaveFor(config: PublicConfig, provider: Provider): Promise<SignInOutcome> {
  rememberRedirect(provider)
  const left = byProviders((calls) => calls.signInByRedirect(provider))
  const outcome = await askIdentity(config, left)
  rememberRedirect(null)
  return outcome.status === 'failed' ? outcome : outcome.value
}

function byProviders<T>(ask: (calls: ProviderCalls) => Promise<Outcome<T>>) {
  return async (client: IdentityClient) => ask(await client.providers())
}

/**
 * Browsers partition storage by site, so a redirect can only come back if the auth domain is this site's own
 * (firebase.google.com/docs/auth/web/redirect-best-practices).
 */
function canRedirect({ identity, emulatorUrl }: PublicConfig): boolean {
  return emulatorUrl !== null || identity?.authDomain === location.host
}

/** Browsers inside these apps can't open popups. */
function isInsideOtherApp(): boolean {
  return /FBAN|FBAV|Instagram|Line\/|MicroMessenger|; wv\)/.test(navigator.userAgent)
}
