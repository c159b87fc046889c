import 'client-only'
/** In a file of its own, as the sign-in form doesn't need it. */
import type { Outcome } from '@/lib/browser/identity/firebase'
import { outcomeOfResponse, requestInit, type SiteRequest } from '@/lib/browser/identity/site-requests'
import { fetchWithSession } from '@/lib/browser/session/fetch'
import type { PublicConfig } from '@/lib/config/config'
import type { SitePath } from '@/lib/site/routes'

/** Calls a passkey endpoint within the session, which is renewed if it has expired. */
export function callPasskeysAsOwner<T>(
  config: PublicConfig,
  path: SitePath,
  request: SiteRequest,
): Promise<Outcome<T>> {
  return outcomeOfResponse(fetchWithSession(config, path, requestInit(request)))
}
