import 'client-only'
/** Signals to password managers which passkeys they may still offer (Signal API, section 5.1.10), where the browser can. */
import type { PublicConfig } from '@/lib/config/config'
import type { PasskeyList, RemovedPasskey } from '@/lib/passkeys'
import { passkeyRequests } from '@/lib/site/passkey-routes'
import { callPasskeysAsOwner } from './owner-requests'

/**
 * Signals which passkeys the signed-in user has, and what the account is called now. Managers hide those that aren't listed, so it sends
 * nothing unless the server has just answered, nor an empty list.
 */
export async function signalPasskeys(config: PublicConfig): Promise<void> {
  if (!canSignal()) return
  const asked = await callPasskeysAsOwner<PasskeyList>(config, passkeyRequests.passkeys, { method: 'GET' })
  if (asked.status === 'failed' || !asked.value.accepted) return
  const { name, displayName, allAcceptedCredentialIds, ...account } = asked.value.accepted
  await send(() => PublicKeyCredential.signalAllAcceptedCredentials({ ...account, allAcceptedCredentialIds }))
  await send(() => PublicKeyCredential.signalCurrentUserDetails({ ...account, name, displayName }))
}

/** Signals that a passkey no longer works: the server has just removed it. */
export async function signalRemoval(removed: RemovedPasskey): Promise<void> {
  if (canSignal()) await send(() => PublicKeyCredential.signalUnknownCredential(removed))
}

function canSignal(): boolean {
  return 'PublicKeyCredential' in window && 'signalAllAcceptedCredentials' in PublicKeyCredential
}

/** Nobody waits for it, and nothing depends on it. Browsers reject a domain that isn't the page's, and what they don't know. */
async function send(signal: () => Promise<void>): Promise<void> {
  try {
    await signal()
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
  }
}
