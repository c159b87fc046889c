import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'

const dismissedKey = 'foyer-passkey-hint'

/** Whether nobody wants the hint about passkeys in this browser again: it was closed, or they have one. */
export function isPasskeyHintDismissed(): boolean {
  return tryStorage(({ local }) => local.getItem(dismissedKey)) === 'dismissed'
}

export function dismissPasskeyHint(): void {
  tryStorage(({ local }) => local.setItem(dismissedKey, 'dismissed'))
}
