import 'client-only'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityClient } from './firebase'
import { callIdentity } from './identity'
import { clearStores, markSignOutPending, maxClearMs, tolerateStorageErrors } from './stores'

/**
 * Removes the stored user: first through the SDK, then anything left in its stores. Within three seconds: where IndexedDB
 * doesn't answer, the next page does the rest before it reads a user.
 */
export async function forgetStoredUser(config: PublicConfig): Promise<void> {
  markSignOutPending()
  const signOut = async (client: IdentityClient) => {
    await tolerateStorageErrors(() => client.signOut())
    return { status: 'done', value: undefined } as const
  }
  await callIdentity(config, signOut, { limitMs: maxClearMs })
  await clearStores()
}
