import 'client-only'
import { findDatabases } from '@/lib/browser/site-data'
import { codeOf } from '@/lib/error-code'
import { withTimeout } from '@/lib/time/timeout'

/** Where the SDK keeps its user, by its own names. */
export const database = { name: 'firebaseLocalStorageDb', store: 'firebaseLocalStorage' }

/**
 * Whether what is read from the database comes within three seconds. In Safari it may never: with many tabs, or after a page
 * that was left while it wrote, until the browser is started anew. A database that fails is another matter: the SDK does
 * without it.
 */
export async function isDatabaseResponsive(): Promise<boolean> {
  const databases = findDatabases()
  if (!databases) return true
  try {
    await withTimeout(readDatabase(databases), longestReadMs)
    return true
  } catch (error) {
    return codeOf(error) !== 'timeout'
  }
}

const longestReadMs = 3_000

/** Makes the database as the SDK does, if there is none. */
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

/** What a request of IndexedDB gives; rejects with its error. May never end. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
