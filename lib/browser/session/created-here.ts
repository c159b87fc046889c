import 'client-only'
/** Which of the provider's users were created in this browser: a proof of their address leaves everything as it is. */
import { forgetPersonal, tryStorage } from '@/lib/browser/site-data'
import { parseJson } from '@/lib/json'

/** Names no person, so a sign-out keeps it. Not a cookie: sites under the same domain could plant one. */
const createdHereKey = 'foyer-created-here'
const maxKept = 10

/** Their IDs, oldest first. */
export function createdHere(): string[] {
  const stored = parseJson(tryStorage(({ local }) => local.getItem(createdHereKey)) ?? null)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

export function rememberCreated(providerUserId: string): void {
  const kept = [...createdHere().filter((id) => id !== providerUserId), providerUserId].slice(-maxKept)
  tryStorage(({ local }) => local.setItem(createdHereKey, JSON.stringify(kept)))
}

/** For the deletion of an account. */
export function forgetCreated(): void {
  forgetPersonal([createdHereKey])
}
