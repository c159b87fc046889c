import 'client-only'
/** What sign-ins leave in this browser: the method used last, and the provider that a visitor is redirected to. */
import { forgetPersonal, tryStorage } from '@/lib/browser/site-data'
import { type Provider, providers } from '@/lib/identity/providers'

/** A sign-in method that the form offers. */
export type LastUsedMethod = 'password' | 'passkey' | 'link' | Provider

/** Names a method but no user, so a sign-out keeps it. */
const lastUsedKey = 'foyer-last-used'

/** Stores the method in this browser if the sign-in succeeds. */
export async function rememberIfSignedIn<T extends { status: string }>(
  method: LastUsedMethod,
  signingIn: Promise<T>,
): Promise<T> {
  const outcome = await signingIn
  if (outcome.status === 'signed-in') tryStorage(({ local }) => local.setItem(lastUsedKey, method))
  return outcome
}

/** The method last used in this browser; null if none or unknown. */
export function lastUsedMethod(): LastUsedMethod | null {
  const stored = tryStorage(({ local }) => local.getItem(lastUsedKey))
  return (['password', 'passkey', 'link', ...providers] as const).find((method) => method === stored) ?? null
}

/** For the deletion of an account. */
export function forgetLastUsedMethod(): void {
  forgetPersonal([lastUsedKey])
}

const redirectKey = 'foyer-redirect'

/** Stores in this tab which provider the visitor is redirected to; null removes it. */
export function rememberRedirect(provider: Provider | null): void {
  tryStorage(({ session }) =>
    provider ? session.setItem(redirectKey, provider) : session.removeItem(redirectKey),
  )
}

/** The provider the visitor has just come back from; null if none or on a second call. */
export function takeRedirect(): Provider | null {
  const left = tryStorage(({ session }) => session.getItem(redirectKey))
  rememberRedirect(null)
  return providers.find((provider) => provider === left) ?? null
}
