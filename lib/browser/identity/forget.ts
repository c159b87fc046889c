import 'client-only'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityClient } from './firebase'
import { askIdentity } from './identity'
import { clearStores, evenIfStorageFails, longestClearingMs, markClearingDue } from './stores'

/**
 * Removes the stored user: first through the SDK, then anything left in its stores. Within three seconds: where IndexedDB
 * doesn't answer, the next page does the rest before it reads a user.
 */
export async function forgetStoredUser(config: PublicConfig): Promise<void> {
  markClearingDue()
  const signOut = async (client: IdentityClient) => {
    await evenIfStorageFails(() => client.signOut())
    return { status: 'done', value: undefined } as const
  }
  await askIdentity(config, signOut, { limitMs: longestClearingMs })
  await clearStores()
}
