import 'client-only'
import type { IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import type { PublicConfig } from '@/lib/config/config'

/** The account the page was rendered for. */
export type AccountOwner = { config: PublicConfig; userId: string }

/** The stored user may have changed since: never touch a different account. */
export function callAsOwner<T>(
  { config, userId }: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<T>>,
  limit?: { limitMs: null },
): Promise<Outcome<T>> {
  const asked = async (client: IdentityClient): Promise<Outcome<T>> => {
    const stored = await client.storedUser()
    const isTheirs = stored.status === 'present' && stored.userId === userId
    return isTheirs ? call(client) : { status: 'failed', code: 'requires-recent-login' }
  }
  return callIdentity(config, asked, limit)
}
