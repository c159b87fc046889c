import 'client-only'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityClient } from './firebase'
import { callIdentity } from './identity'
import { clearStores, markSignOutPending, maxClearMs, tolerateStorageErrors } from './stores'

/**
 * Removes the stored user: first through the SDK, then whatever is left in its stores. Takes three seconds at most: if
 * IndexedDB doesn't respond, the next page finishes before it reads a user.
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
