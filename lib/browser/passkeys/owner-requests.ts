import 'client-only'
/** What the signed-in user asks our server about their passkeys. Apart from signing in, which needs no session. */
import type { Outcome } from '@/lib/browser/identity/firebase'
import { fetchWithSession } from '@/lib/browser/session/fetch'
import type { PublicConfig } from '@/lib/config/config'
import type { SitePath } from '@/lib/site/routes'
import { outcomeOfResponse, type PasskeyRequest, requestInit } from './requests'

/** Asks in the session, which is renewed if it has just expired. */
export function callPasskeysAsOwner<T>(
  config: PublicConfig,
  path: SitePath,
  asked: PasskeyRequest,
): Promise<Outcome<T>> {
  return outcomeOfResponse(fetchWithSession(config, path, requestInit(asked)))
}
