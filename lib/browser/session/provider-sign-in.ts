import 'client-only'
/** Loaded with the first press of a provider's button. */
import type { IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import type { ProviderCalls } from '@/lib/browser/identity/firebase/providers'
import { askIdentity } from '@/lib/browser/identity/identity'
import type { PublicConfig } from '@/lib/config/config'
import type { Provider } from '@/lib/identity/providers'
import { rememberRedirect } from './redirect'
import { openSessionBy, type SignInOutcome } from './sign-in'

/**
 * Signs in with another provider in a window, as long as that takes. Where the browser opens none it leaves for the
 * provider's page, if it can come back from there; `popup-blocked` if it cannot.
 */
export async function signInWithProvider(config: PublicConfig, provider: Provider): Promise<SignInOutcome> {
  if (isInsideOtherApp() && canRedirect(config)) return leaveFor(config, provider)
  const ready = await askIdentity(config, async (client) => (await client.providers()).prepareWindow())
  if (ready.status === 'failed') return ready
  const inWindow = byProviders((calls) => calls.signInByWindow(provider))
  const outcome = await openSessionBy(config, inWindow, { limitMs: null })
  const isBlocked = outcome.status === 'failed' && outcome.code === 'popup-blocked'
  return isBlocked && canRedirect(config) ? leaveFor(config, provider) : outcome
}

/** Opens the session for a visitor who comes back from a provider's page. */
export function finishRedirect(config: PublicConfig): Promise<SignInOutcome> {
  return openSessionBy(
    config,
    byProviders((calls) => calls.finishRedirect()),
  )
}

async function leaveFor(config: PublicConfig, provider: Provider): Promise<SignInOutcome> {
  rememberRedirect(provider)
  const left = byProviders((calls) => calls.leaveForProvider(provider))
  const outcome = await askIdentity(config, left)
  rememberRedirect(null)
  return outcome.status === 'failed' ? outcome : outcome.value
}

function byProviders<T>(ask: (calls: ProviderCalls) => Promise<Outcome<T>>) {
  return async (client: IdentityClient) => ask(await client.providers())
}

/**
 * Browsers keep storage apart by site, so the way back works only if the auth domain is this site's own
 * (firebase.google.com/docs/auth/web/redirect-best-practices).
 */
function canRedirect({ identity, emulatorUrl }: PublicConfig): boolean {
  return emulatorUrl !== null || identity?.authDomain === location.host
}

/** The browsers inside of these apps open no windows. */
function isInsideOtherApp(): boolean {
  return /FBAN|FBAV|Instagram|Line\/|MicroMessenger|; wv\)/.test(navigator.userAgent)
}
