import 'client-only'
import { findDatabases } from '@/lib/browser/site-data'
import { codeOf } from '@/lib/error-code'
import { withTimeout } from '@/lib/time/timeout'

/** The SDK's own names for where it keeps its user. */
export const database = { name: 'firebaseLocalStorageDb', store: 'firebaseLocalStorage' }

/**
 * Whether a read from the database finishes within three seconds. In Safari it may hang until the browser is restarted:
 * with many tabs, or after a page was left while it wrote. A database that fails counts as responsive: the SDK goes
 * without it.
 */
export async function isDatabaseResponsive(): Promise<boolean> {
  const databases = findDatabases()
  if (!databases) return true
  try {
    await withTimeout(readDatabase(databases), maxReadMs)
    return true
  } catch (error) {
    return codeOf(error) !== 'timeout'
  }
}

const maxReadMs = 3_000

/** Creates the database like the SDK if it doesn't exist. */
async function readDatabase(databases: IDBFactory): Promise<void> {
  const opening = databases.open(database.name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(database.store, { keyPath: 'fbase_key' })
  const opened = await resultOf(opening)
  try {
    await resultOf(opened.transaction(database.store).objectStore(database.store).count())
  } finally {
    opened.close()
  }
}

/** The result of an IndexedDB request. May never settle. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
