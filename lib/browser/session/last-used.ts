import 'client-only'
import { forgetPersonal, tryStorage } from '@/lib/browser/site-data'
import { type Provider, providers } from '@/lib/identity/providers'

/** A sign-in method that the form offers. */
export type LastUsedMethod = 'password' | 'passkey' | 'link' | Provider

/** Names a method but no user, so a sign-out keeps it. */
const key = 'foyer-last-used'

/** Stores the method in this browser if the sign-in succeeds. */
export async function rememberIfSignedIn<T extends { status: string }>(
  method: LastUsedMethod,
  signingIn: Promise<T>,
): Promise<T> {
  const outcome = await signingIn
  if (outcome.status === 'signed-in') tryStorage(({ local }) => local.setItem(key, method))
  return outcome
}

/** The method last used in this browser; null if none or unknown. */
export function lastUsedMethod(): LastUsedMethod | null {
  const stored = tryStorage(({ local }) => local.getItem(key))
  return (['password', 'passkey', 'link', ...providers] as const).find((method) => method === stored) ?? null
}

/** For the deletion of an account. */
export function forgetLastUsedMethod(): void {
  forgetPersonal([key])
}
