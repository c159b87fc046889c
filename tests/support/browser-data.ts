/** Everything that a browser stores for the site, and what of it may be there. */
import { expect, type Page } from '@playwright/test'
import { coversName, inventory, type StorageKind } from '@/lib/consent/inventory'
import type { ConsentChoice } from '@/lib/consent/record'
import type { Account } from './accounts'

/**
 * What may stay: the consent choice, the last sign-in method, the number of sign-outs, the time of a reload for code, and the
 * SDK's: its empty store, its heartbeats, and a database that it creates and deletes immediately.
 */
const mayStay = [
  'IndexedDB firebase-heartbeat-database',
  'IndexedDB firebaseLocalStorageDb',
  'IndexedDB validate-browser-context-for-indexeddb-analytics-module',
  'local storage cookie-consent',
  'local storage cookie-consent-timestamp',
  'local storage foyer-created-here',
  'local storage foyer-last-used',
  'local storage foyer-sign-outs',
  'session storage foyer-chunk-reload',
]

/** Names and contents of everything a tab can read, with pages that the browser would show from its own cache. */
export async function collectBrowserData(page: Page): Promise<{ names: string[]; content: string }> {
  const stored = await collectStored(page)
  const inPage = await page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const rows: unknown[] = [history.state, window.name]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        rows.push({
          name,
          store,
          rows: await resultOf(database.transaction(store).objectStore(store).getAll()),
        })
      database.close()
    }
    const cached: string[] = []
    for (const path of ['/app', '/app/account', '/api/session', '/api/account/export']) {
      // Answers from the browser's own cache, or with an error.
      const answer = await fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
      if (answer?.ok) cached.push(path)
    }
    return { cached, content: JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }]) }
  })
  const names = [
    ...stored.map(({ kind, name }) => `${kind} ${name}`),
    ...inPage.cached.map((path) => `cached page ${path}`),
  ]
  return { names: names.sort(), content: inPage.content + JSON.stringify(await page.context().cookies()) }
}

export async function expectNoTraceOf(account: Account, page: Page): Promise<void> {
  const { names, content } = await collectBrowserData(page)
  expect(names.filter((name) => !mayStay.includes(name))).toEqual([])
  expect(content).toContain('firebaseLocalStorage')
  for (const trace of [account.userId, account.email, account.idToken, 'thought', 'eyJ', 'authUser'])
    expect(content, trace).not.toContain(trace)
}

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

/** Describes what is not in the inventory, or in a category that isn't granted. */
export function disallowedItems(found: readonly Found[], granted: ConsentChoice): string[] {
  return found.flatMap(({ kind, name }) => {
    const item = inventory.find((item) => item.kind === kind && coversName(item.name, name))
    if (!item) return [`${kind} '${name}' is not in the inventory`]
    const isGranted = item.category === 'essential' || granted[item.category]
    return isGranted ? [] : [`${kind} '${name}' is kept without consent to ${item.category}`]
  })
}
