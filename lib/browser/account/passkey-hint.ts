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
import { fetchPasskeys, upgradeToPasskey } from './passkeys'

/** `suggested`: the device can store a passkey, and the user has none. `added`: the password manager has created one. */
export type PasskeyHintState = 'suggested' | 'added'

/**
 * Reports whether to suggest a first passkey to a user who signed in by password at `authenticatedAt` (seconds since 1970),
 * or that the password manager has created one. If the user has one already, dismisses the hint for good. Nothing while the
 * account's address isn't proved, as no passkey can be added.
 */
export async function reportFirstPasskey(
  owner: AccountOwner,
  authenticatedAt: number,
  report: (state: PasskeyHintState) => void,
): Promise<void> {
  if (!supportsPasskeys()) return
  const [canStore, canUpgrade] = await Promise.all([hasPlatformAuthenticator(), hasConditionalCreate()])
  const list = await fetchPasskeys(owner.config)
  if (list.status === 'failed' || !list.value.isAddressProved) return
  if (list.value.passkeys.some(({ worksHere }) => worksHere)) return dismissPasskeyHint()
  if (canStore) report('suggested')
  const isUpgrade = canUpgrade && isRecentSignIn(authenticatedAt, siteTime())
  if (isUpgrade && (await upgradeToPasskey(owner))) report('added')
}
