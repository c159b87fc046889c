import 'client-only'
import { dismissPasskeyHint } from '@/lib/browser/passkeys/hint'
import {
  hasConditionalCreate,
  hasPlatformAuthenticator,
  supportsPasskeys,
} from '@/lib/browser/passkeys/support'
import { siteTime } from '@/lib/browser/time'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import type { AccountOwner } from './owner'
import { hasUsablePasskey, upgradeToPasskey } from './passkeys'

/** `suggested`: the device can keep a passkey, and there is none. `added`: the password manager has made one by itself. */
export type PasskeyHintState = 'suggested' | 'added'

/**
 * Reports on the first passkey of a user who signed in by password at `authenticatedAt` (seconds since 1970). If they have one, the
 * hint is dismissed for good.
 */
export async function reportFirstPasskey(
  owner: AccountOwner,
  authenticatedAt: number,
  report: (state: PasskeyHintState) => void,
): Promise<void> {
  if (!supportsPasskeys()) return
  const [canKeep, mayUpgrade] = await Promise.all([hasPlatformAuthenticator(), hasConditionalCreate()])
  const asked = await hasUsablePasskey(owner.config)
  if (asked.status === 'failed') return
  if (asked.value) return dismissPasskeyHint()
  if (canKeep) report('suggested')
  const isUpgrade = mayUpgrade && isRecentSignIn(authenticatedAt, siteTime())
  if (isUpgrade && (await upgradeToPasskey(owner))) report('added')
}
