import 'client-only'
import { coversName, inventory } from '@/lib/consent/inventory'
import type { ConsentChoice, ConsentType } from '@/lib/consent/record'
import { isGpcOn, saveConsent } from './consent'

/** Applies the visitor's choice to storage, the page, Google's tag and cookies. */
export function choose(type: ConsentType, choice: ConsentChoice): void {
  saveConsent({ ...choice, type, gpc: isGpcOn(), at: new Date() })
  // After the tag got the choice, or it would write them again.
  deleteRefusedCookies(choice)
}

/** Deletes the cookies of refused categories on this host and all parent domains, as consent mode leaves them in place. */
export function deleteRefusedCookies(choice: ConsentChoice): void {
  const refused = inventory.filter(
    ({ kind, category }) => kind === 'cookie' && category !== 'essential' && !choice[category],
  )
  for (const pair of document.cookie.split('; ')) {
    const [cookie = ''] = pair.split('=', 1)
    if (refused.some(({ name }) => coversName(name, cookie))) expire(cookie)
  }
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
