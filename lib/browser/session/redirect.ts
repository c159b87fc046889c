import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'
import { type Provider, providers } from '@/lib/identity/providers'

const key = 'foyer-redirect'

/** Stores in this tab which provider the visitor is redirected to; null removes it. */
export function rememberRedirect(provider: Provider | null): void {
  tryStorage(({ session }) => (provider ? session.setItem(key, provider) : session.removeItem(key)))
}

/** The provider the visitor has just come back from; null if none or on a second call. */
export function takeRedirect(): Provider | null {
  const left = tryStorage(({ session }) => session.getItem(key))
  rememberRedirect(null)
  return providers.find((provider) => provider === left) ?? null
}
