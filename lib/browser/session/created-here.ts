import 'client-only'
/** Which of the provider's users were created in this browser: a proof of their address leaves everything as it is. */
import { forgetPersonal, tryStorage } from '@/lib/browser/site-data'
import { parseJson } from '@/lib/json'

/** Hashes name no person, so a sign-out keeps them. Not a cookie: sites under the same domain could plant one. */
const createdHereKey = 'foyer-created-here'
const maxKept = 10

/** The hashes of their IDs, oldest first. */
export function createdHere(): string[] {
  const stored = parseJson(tryStorage(({ local }) => local.getItem(createdHereKey)) ?? null)
  return Array.isArray(stored) ? stored.filter((hash) => typeof hash === 'string') : []
}

/** Keeps a user's hash, and returns it: the browser may refuse storage. */
export async function rememberCreated(providerUserId: string): Promise<string> {
  const hash = await hashOf(providerUserId)
  const kept = [...createdHere().filter((known) => known !== hash), hash].slice(-maxKept)
  tryStorage(({ local }) => local.setItem(createdHereKey, JSON.stringify(kept)))
  return hash
}

export async function isCreatedHere(providerUserId: string): Promise<boolean> {
  return createdHere().includes(await hashOf(providerUserId))
}

/** For the deletion of an account. */
export function forgetCreated(): void {
  forgetPersonal([createdHereKey])
}

/** SHA-256, base64url. */
async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
