import 'client-only'
import { tryStorage } from '@/lib/browser/storage'
import { type Provider, providers } from '@/lib/identity/providers'

const key = 'foyer-redirect'

/** Remembers in this tab which provider the visitor is redirected to; null forgets it. */
export function rememberRedirect(provider: Provider | null): void {
  tryStorage(() => (provider ? sessionStorage.setItem(key, provider) : sessionStorage.removeItem(key)))
}

/** The provider the visitor has just come back from; null if none, or on the second call. */
export function takeRedirect(): Provider | null {
  const left = tryStorage(() => sessionStorage.getItem(key))
  if (left) rememberRedirect(null)
  return providers.find((provider) => provider === left) ?? null
}
