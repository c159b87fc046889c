import 'client-only'
import { inventory, isMeant } from '@/lib/consent/inventory'
import type { ConsentChoice } from '@/lib/consent/record'

/** Names of cookies: those that are gone, and those that would not go. */
export type Deletion = { deleted: string[]; left: string[] }

/**
 * Deletes the cookies of each category that is not granted, on this host and all parent domains, and looks whether
 * they are gone: consent mode leaves them where they are.
 */
export function deleteRefusedCookies(choice: ConsentChoice): Deletion {
  const refused = inventory.filter(
    ({ kind, category }) => kind === 'cookie' && category !== 'essential' && !choice[category],
  )
  const isRefused = (name: string) => refused.some((item) => isMeant(item, name))
  const found = cookieNames().filter(isRefused)
  for (const name of found) expire(name)
  const left = cookieNames().filter(isRefused)
  return { deleted: found.filter((name) => !left.includes(name)), left }
}

function cookieNames(): string[] {
  const names = document.cookie.split('; ').map((pair) => pair.split('=', 1)[0] ?? '')
  return [...new Set(names.filter((name) => name !== ''))]
}

/** A cookie is found again only by the domain it was set for: this host, or any of its parents. */
function expire(name: string): void {
  const past = `${name}=; path=/; max-age=0`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = past
  const labels = location.hostname.split('.')
  for (let first = 0; first < labels.length; first++) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${past}; domain=${labels.slice(first).join('.')}`
  }
}
