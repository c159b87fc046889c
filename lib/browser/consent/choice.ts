import 'client-only'
import { coversName, inventory } from '@/lib/consent/inventory'
import {
  type ConsentChoice,
  type ConsentRecord,
  type ConsentType,
  type OptionalCategory,
  optionalCategories,
} from '@/lib/consent/record'
import { retiredCookies } from '@/lib/consent/services'
import { currentConsent, isGpcOn, saveConsent } from './consent'

/** Cookie names: deleted, and those that remain. */
export type CookieDeletion = { deleted: string[]; remaining: string[] }

/**
 * Applies the visitor's choice to storage, the page, Google's tag and cookies. Returns the cookie deletion
 * for withdrawn categories; null if nothing was withdrawn.
 */
export function choose(type: ConsentType, choice: ConsentChoice): CookieDeletion | null {
  const before = currentConsent()
  const record: ConsentRecord = { ...choice, type, gpc: isGpcOn(), at: new Date() }
  saveConsent(record)
  // After the tag knows, or it would write them again.
  const deletion = deleteRefusedCookies(choice)
  const isWithdrawal = optionalCategories.some((category) => before?.[category] && !choice[category])
  return isWithdrawal ? deletion : null
}

/**
 * Deletes cookies of refused categories on this host and all parent domains, then checks they're gone:
 * consent mode leaves them in place.
 */
export function deleteRefusedCookies(choice: ConsentChoice): CookieDeletion {
  const refused = optionalCategories.filter((category) => !choice[category]).flatMap(cookiesOf)
  const isRefused = (name: string) => refused.some((pattern) => coversName(pattern, name))
  const found = cookieNames().filter(isRefused)
  for (const name of found) expire(name)
  const left = cookieNames().filter(isRefused)
  return { deleted: found.filter((name) => !left.includes(name)), remaining: left }
}

function cookiesOf(category: OptionalCategory): readonly string[] {
  const current = inventory.filter((item) => item.kind === 'cookie' && item.category === category)
  return [...current.map(({ name }) => name), ...retiredCookies[category]]
}

function cookieNames(): string[] {
  const names = document.cookie.split('; ').map((pair) => pair.split('=', 1)[0] ?? '')
  return [...new Set(names.filter((name) => name !== ''))]
}

/** A cookie can only be deleted by the domain it was set for: this host or any parent. */
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
