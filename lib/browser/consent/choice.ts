import 'client-only'
import { coversName, inventory } from '@/lib/consent/inventory'
import {
  type ConsentChoice,
  type ConsentRecord,
  type ConsentType,
  type OptionalCategory,
  optionalCategories,
} from '@/lib/consent/record'
import { currentConsent, isGpcOn, saveConsent } from './consent'

/** Names of cookies. */
export type CookieDeletion = { deleted: string[]; remaining: string[] }

/**
 * Applies the visitor's choice to storage, the page, Google's tag and cookies. Returns which cookies were deleted if
 * something was withdrawn, else null.
 */
export function choose(type: ConsentType, choice: ConsentChoice): CookieDeletion | null {
  const before = currentConsent()
  const record: ConsentRecord = { ...choice, type, gpc: isGpcOn(), at: new Date() }
  saveConsent(record)
  // After the tag got the choice, or it would write them again.
  const deletion = deleteRefusedCookies(choice)
  const isWithdrawal = optionalCategories.some((category) => before?.[category] && !choice[category])
  return isWithdrawal ? deletion : null
}

/**
 * Deletes the cookies of refused categories on this host and all parent domains, as consent mode leaves them in place.
 * Checks that they're gone.
 */
export function deleteRefusedCookies(choice: ConsentChoice): CookieDeletion {
  const refused = optionalCategories.filter((category) => !choice[category]).flatMap(cookiesOf)
  const isRefused = (name: string) => refused.some((pattern) => coversName(pattern, name))
  const found = cookieNames().filter(isRefused)
  for (const name of found) expire(name)
  const remaining = cookieNames().filter(isRefused)
  return { deleted: found.filter((name) => !remaining.includes(name)), remaining }
}

function cookiesOf(category: OptionalCategory): string[] {
  return inventory
    .filter((item) => item.kind === 'cookie' && item.category === category)
    .map(({ name }) => name)
}

function cookieNames(): string[] {
  const names = document.cookie.split('; ').map((pair) => pair.split('=', 1)[0] ?? '')
  return [...new Set(names.filter((name) => name !== ''))]
}

/** A cookie can only be deleted by the domain it was set for, which isn't known: this host or any parent. */
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
