import 'client-only'
import { tryStorage } from '@/lib/browser/storage'
import { type Provider, providers } from '@/lib/identity/providers'

const key = 'foyer-redirect'

/** Remembers in this tab that the visitor leaves for this provider's page; null if they stayed. */
export function rememberRedirect(provider: Provider | null): void {
  tryStorage(() => (provider ? sessionStorage.setItem(key, provider) : sessionStorage.removeItem(key)))
}

/** The provider a visitor has just come back from, once; null if there is none. */
export function takeRedirect(): Provider | null {
  const left = tryStorage(() => sessionStorage.getItem(key))
  if (left) rememberRedirect(null)
  return providers.find((provider) => provider === left) ?? null
}
