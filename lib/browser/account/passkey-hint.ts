import 'client-only'
import { dismissPasskeyHint } from '@/lib/browser/passkeys/hint'
import { hasPlatformAuthenticator, supportsPasskeys } from '@/lib/browser/passkeys/support'
import type { PublicConfig } from '@/lib/config/config'
import { hasUsablePasskey } from './passkeys'

/** Whether the device can keep a passkey and the user has none. If they have one, the hint is dismissed for good. */
export async function mayAddFirstPasskey(config: PublicConfig): Promise<boolean> {
  if (!supportsPasskeys() || !(await hasPlatformAuthenticator())) return false
  const asked = await hasUsablePasskey(config)
  if (asked.status === 'done' && asked.value) dismissPasskeyHint()
  return asked.status === 'done' && !asked.value
}
