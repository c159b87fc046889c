import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { findDatabases, pendingSignOutKey, tryStorage } from '@/lib/browser/site-data'
import { codeOf } from '@/lib/error-code'
import { withTimeout } from '@/lib/time/timeout'
import { database, resultOf } from './user-database'

/** Keys of the SDK in web storage, where it keeps its user without IndexedDB. */
const fallbackPrefix = 'firebase:'

/** Applies to the SDK's own sign-out, and again to clearing what it left. */
export const maxClearMs = 1_500

/** Remembers that the stores must be emptied before anything is read from them. */
export function markSignOutPending(): void {
  tryStorage(({ local }) => local.setItem(pendingSignOutKey, '1'))
}

/** Empties the stores, also for an earlier page that didn't finish. */
export function clearStores(): Promise<void> {
  return tolerateStorageErrors(emptyStores)
}

/** Reports failing storage (iOS drops the connection), and gives up after `maxClearMs`. */
export async function tolerateStorageErrors(clear: () => Promise<void>): Promise<void> {
  try {
    await withTimeout(clear(), maxClearMs)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (codeOf(error) === 'timeout') return
    await ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) => reportError(error))
  }
}

/**
 * Clears what the SDK left behind if it didn't load or failed. Keeps the database itself: deleting it would
 * block on other tabs that have it open. May never resolve.
 */
async function emptyStores(): Promise<void> {
  tryStorage(({ local, session }) => {
    for (const storage of [local, session])
      for (const key of Object.keys(storage)) if (key.startsWith(fallbackPrefix)) storage.removeItem(key)
  })
  const databases = findDatabases()
  // Firefox before 126 can't list databases, and opening would create one: there we rely on the SDK's own sign-out.
  if (databases && 'databases' in databases) {
    const existing = await databases.databases()
    if (existing.some(({ name }) => name === database.name)) await clearDatabase(databases)
  }
  tryStorage(({ local }) => local.removeItem(pendingSignOutKey))
}

async function clearDatabase(databases: IDBFactory): Promise<void> {
  const opened = await resultOf(databases.open(database.name))
  try {
    if (!opened.objectStoreNames.contains(database.store)) return
    await resultOf(opened.transaction(database.store, 'readwrite').objectStore(database.store).clear())
  } finally {
    opened.close()
  }
}
