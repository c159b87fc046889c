import 'client-only'
/** Tells password managers which passkeys they may still offer (Signal API, section 5.1.10), where the browser can. */
import type { PublicConfig } from '@/lib/config/config'
import type { PasskeyList, RemovedPasskey } from '@/lib/passkeys'
import { passkeyRequests } from '@/lib/site/passkey-routes'
import { askPasskeysAsOwner } from './owner-requests'

/**
 * Tells which passkeys the signed-in user has, and what they are called now. Managers hide those that aren't named, so it says nothing
 * unless the server has just answered, nor where it has none.
 */
export async function signalPasskeys(config: PublicConfig): Promise<void> {
  if (!canSignal()) return
  const asked = await askPasskeysAsOwner<PasskeyList>(config, passkeyRequests.passkeys, { method: 'GET' })
  if (asked.status === 'failed' || !asked.value.accepted) return
  const { name, displayName, allAcceptedCredentialIds, ...account } = asked.value.accepted
  await heard(() =>
    PublicKeyCredential.signalAllAcceptedCredentials({ ...account, allAcceptedCredentialIds }),
  )
  await heard(() => PublicKeyCredential.signalCurrentUserDetails({ ...account, name, displayName }))
}

/** Tells that a passkey is of no use any more: the server has just removed it. */
export async function signalRemoval(removed: RemovedPasskey): Promise<void> {
  if (canSignal()) await heard(() => PublicKeyCredential.signalUnknownCredential(removed))
}

function canSignal(): boolean {
  return 'PublicKeyCredential' in window && 'signalAllAcceptedCredentials' in PublicKeyCredential
}

/** Nobody waits for it, and nothing depends on it. Browsers reject a domain that isn't the page's, and what they don't know. */
async function heard(signal: () => Promise<void>): Promise<void> {
  try {
    await signal()
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
  }
}
