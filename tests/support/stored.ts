/** What a browser stores for the site, and what of it the inventory doesn't allow. */
import type { Page } from '@playwright/test'
import { coversName, inventory, type StorageKind, type StoredItem } from '@/lib/consent/inventory'
import type { ConsentChoice } from '@/lib/consent/record'

export type Found = { kind: StorageKind | 'cache'; name: string }

/** Everything stored for the page's origin, including HttpOnly cookies. */
export async function collectStored(page: Page): Promise<Found[]> {
  const cookies = await page.context().cookies()
  const inPage = await page.evaluate(async () => ({
    'local storage': Object.keys(localStorage),
    'session storage': Object.keys(sessionStorage),
    IndexedDB: (await indexedDB.databases()).map(({ name = '' }) => name),
    // Nothing is cached by scripts, so the inventory has no such kind.
    cache: window.isSecureContext ? await caches.keys() : [],
  }))
  const names = { cookie: cookies.map(({ name }) => name), ...inPage }
  return Object.entries(names).flatMap(([kind, found]) =>
    found.map((name) => ({ kind: kind as Found['kind'], name })),
  )
}

/** The inventory's entry for something found; null if it has none. */
export function findStored(kind: StorageKind, name: string): StoredItem | null {
  return inventory.find((item) => item.kind === kind && coversName(item.name, name)) ?? null
}

/** Describes what is not in the inventory, or in a category that isn't granted. */
export function disallowedItems(found: readonly Found[], granted: ConsentChoice): string[] {
  return found.flatMap(({ kind, name }) => {
    const item = kind === 'cache' ? null : findStored(kind, name)
    if (!item) return [`${kind} '${name}' is not in the inventory`]
    const isGranted = item.category === 'essential' || granted[item.category]
    return isGranted ? [] : [`${kind} '${name}' is kept without consent to ${item.category}`]
  })
}
