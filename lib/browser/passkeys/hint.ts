import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'

const dismissedKey = 'foyer-passkey-hint'

/** Whether the hint was closed in this browser, or its user has a passkey. */
export function isPasskeyHintDismissed(): boolean {
  return tryStorage(({ local }) => local.getItem(dismissedKey)) === 'dismissed'
}

export function dismissPasskeyHint(): void {
  tryStorage(({ local }) => local.setItem(dismissedKey, 'dismissed'))
}
