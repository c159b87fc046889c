import 'client-only'
import { withTimeLimit } from '@/lib/time/time-limit'

/** Where the identity provider's SDK keeps its user and what belongs to it; the names are the SDK's. */
const database = { name: 'firebaseLocalStorageDb', store: 'firebaseLocalStorage' }
const fallbackPrefix = 'firebase:'

const longestWaitMs = 3_000

/**
 * Empties them after a sign-out, whatever the SDK has left there: it may not have been loaded, or its own way failed. The
 * database stays, as other tabs have it open, which a deletion would wait for.
 */
export async function emptyIdentityStores(): Promise<void> {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(fallbackPrefix)) storage.removeItem(key)
  // Firefox before 126 does not tell which there are, and opening would make it: there the SDK's own sign-out has to do.
  if (!('databases' in indexedDB)) return
  const existing = await indexedDB.databases()
  if (!existing.some(({ name }) => name === database.name)) return
  await withTimeLimit(clearRows(), longestWaitMs)
}

async function clearRows(): Promise<void> {
  const opened = await resultOf(indexedDB.open(database.name))
  try {
    if (!opened.objectStoreNames.contains(database.store)) return
    await resultOf(opened.transaction(database.store, 'readwrite').objectStore(database.store).clear())
  } finally {
    opened.close()
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
