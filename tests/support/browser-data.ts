/** Everything the browser stores for the site, and what may stay after a sign-out. */
import { expect, type Page } from '@playwright/test'
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
  'local storage foyer-last-used',
  'local storage foyer-sign-outs',
  'session storage foyer-chunk-reload',
]

export type Kept = { names: string[]; content: string }

/** Names and contents of everything a tab can read. */
export async function collectBrowserData(page: Page): Promise<Kept> {
  const inPage = await page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const names: string[] = []
    const rows: unknown[] = [history.state, window.name]
    for (const { name = '' } of await indexedDB.databases()) {
      names.push(`IndexedDB ${name}`)
      const database = await resultOf(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        rows.push({
          name,
          store,
          rows: await resultOf(database.transaction(store).objectStore(store).getAll()),
        })
      database.close()
    }
    names.push(...Object.keys(localStorage).map((key) => `local storage ${key}`))
    names.push(...Object.keys(sessionStorage).map((key) => `session storage ${key}`))
    if ('caches' in window) names.push(...(await caches.keys()).map((key) => `cache ${key}`))
    const cached: string[] = []
    for (const path of ['/app', '/app/account', '/api/session', '/api/account/export']) {
      // Answers from the browser's own cache, or with an error.
      const answer = await fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
      if (answer?.ok) cached.push(path)
    }
    names.push(...cached.map((path) => `cached page ${path}`))
    return { names, content: JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }]) }
  })
  const cookies = await page.context().cookies()
  return {
    names: [...inPage.names, ...cookies.map(({ name }) => `cookie ${name}`)].sort(),
    content: inPage.content + JSON.stringify(cookies),
  }
}

export async function expectNoTraceOf(account: Account, page: Page): Promise<void> {
  const { names, content } = await collectBrowserData(page)
  expect(names.filter((name) => !mayStay.includes(name))).toEqual([])
  expect(content).toContain('firebaseLocalStorage')
  for (const trace of [account.userId, account.email, account.idToken, 'thought', 'eyJ', 'authUser'])
    expect(content, trace).not.toContain(trace)
}
