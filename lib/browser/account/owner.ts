import 'client-only'
import type { IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import { outcomeOfResponse, requestInit, type SiteRequest } from '@/lib/browser/identity/site-requests'
import { fetchWithSession } from '@/lib/browser/session/renewal'
import type { PublicConfig } from '@/lib/config/config'
import type { SitePath } from '@/lib/site/routes'

/** The account the page was rendered for, by the site's ID and the provider's. */
export type AccountOwner = { config: PublicConfig; userId: string; providerUserId: string }

/** Calls the provider, unless the SDK's user is no longer the owner: never touches a different account. */
export function callAsOwner<T>(
  { config, providerUserId }: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<T>>,
  limit?: { limitMs: null },
): Promise<Outcome<T>> {
  const checkedCall = async (client: IdentityClient): Promise<Outcome<T>> => {
    const stored = await client.storedUser()
    const isOwner = stored.status === 'present' && stored.providerUserId === providerUserId
    return isOwner ? call(client) : { status: 'failed', code: 'requires-recent-login' }
  }
  return callIdentity(config, checkedCall, limit)
}

/** Calls our server within the session, which is renewed if it has expired. */
export function callSiteWithSession<T>(
  config: PublicConfig,
  path: SitePath,
  request: SiteRequest,
): Promise<Outcome<T>> {
  return outcomeOfResponse(fetchWithSession(config, path, requestInit(request)))
}
