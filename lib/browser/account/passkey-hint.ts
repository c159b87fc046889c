import 'client-only'
import { dismissPasskeyHint } from '@/lib/browser/passkeys/hint'
import { hasPlatformAuthenticator, passkeyObstacle } from '@/lib/browser/passkeys/obstacle'
import type { PublicConfig } from '@/lib/config/config'
import { hasUsablePasskey } from './passkeys'

/** Whether the device can keep a passkey, and the user has none. Whoever has one isn't asked about again. */
export async function mayAddFirstPasskey(config: PublicConfig): Promise<boolean> {
  if (passkeyObstacle() || !(await hasPlatformAuthenticator())) return false
  const asked = await hasUsablePasskey(config)
  if (asked.status === 'done' && asked.value) dismissPasskeyHint()
  return asked.status === 'done' && !asked.value
}
