import 'client-only'
import { forgetPersonal, tryStorage } from '@/lib/browser/site-data'
import { type Provider, providers } from '@/lib/identity/providers'

/** A way to sign in, as the form offers it. */
export type LastUsedMethod = 'password' | 'passkey' | 'link' | Provider

/** Names a way and no person, so a sign-out keeps it. */
const key = 'foyer-last-used'

/** Remembers the way in this browser if it led to a session. */
export async function rememberIfSignedIn<T extends { status: string }>(
  way: LastUsedMethod,
  signingIn: Promise<T>,
): Promise<T> {
  const outcome = await signingIn
  if (outcome.status === 'signed-in') tryStorage(({ local }) => local.setItem(key, way))
  return outcome
}

/** The way last used in this browser; null if none, or not one of ours. */
export function lastUsedMethod(): LastUsedMethod | null {
  const kept = tryStorage(({ local }) => local.getItem(key))
  return (['password', 'passkey', 'link', ...providers] as const).find((way) => way === kept) ?? null
}

/** For those who delete their account. */
export function forgetLastUsedMethod(): void {
  forgetPersonal([key])
}
