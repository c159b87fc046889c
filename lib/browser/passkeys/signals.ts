import 'client-only'
/** Signals to password managers which passkeys to keep offering (Signal API, section 5.1.10), where supported. */
import type { PublicConfig } from '@/lib/config/config'
import type { PasskeyList, RemovedPasskey } from '@/lib/passkeys'
import { passkeyRequests } from '@/lib/site/passkey-routes'
import { callPasskeysAsOwner } from './owner-requests'

/**
 * Signals the signed-in user's passkeys and current names. Password managers hide unlisted passkeys, so nothing is sent
 * without a response from the server, nor an empty list.
 */
export async function signalPasskeys(config: PublicConfig): Promise<void> {
  if (!canSignal()) return
  const list = await callPasskeysAsOwner<PasskeyList>(config, passkeyRequests.passkeys, { method: 'GET' })
  if (list.status === 'failed' || !list.value.accepted) return
  const { name, displayName, allAcceptedCredentialIds, ...account } = list.value.accepted
  await send(() => PublicKeyCredential.signalAllAcceptedCredentials({ ...account, allAcceptedCredentialIds }))
  await send(() => PublicKeyCredential.signalCurrentUserDetails({ ...account, name, displayName }))
}

/** Signals that the server has removed a passkey. */
export async function signalRemoval(removed: RemovedPasskey): Promise<void> {
  if (canSignal()) await send(() => PublicKeyCredential.signalUnknownCredential(removed))
}

function canSignal(): boolean {
  return 'PublicKeyCredential' in window && 'signalAllAcceptedCredentials' in PublicKeyCredential
}

/** Best effort: browsers reject a domain that isn't the page's, and what they don't support. */
async function send(signal: () => Promise<void>): Promise<void> {
  try {
    await signal()
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
  }
}
