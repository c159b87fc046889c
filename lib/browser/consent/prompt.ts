import 'client-only'
/** When the banner or dialog is needed. Kept tiny: every page loads it, even after a choice. */
import { bannerDelayMs, consentKeys } from '@/lib/consent/keys'
import type { ConsentSignals } from '@/lib/consent/record'

/** Opens the dialog from anywhere on the page. */
export function requestPreferences(): void {
  window.dispatchEvent(new Event(preferencesEvent))
}

/**
 * Calls the listener when the banner or dialog code may be needed: some time after load without a choice,
 * when a choice changes in another tab, and, with `true`, when the dialog is requested. That code validates
 * the stored choice; here it's enough whether the boot script sent one. No unsubscribe: every page would pay
 * for it, and none needs it.
 */
export function onPromptNeeded(listener: (isDialogWanted: boolean) => void): void {
  const begin = () => setTimeout(() => currentSignals() || listener(false), bannerDelayMs)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin)
  window.addEventListener(preferencesEvent, () => listener(true))
  window.addEventListener('storage', ({ key }) => isConsentKey(key) && listener(false))
}

/** The signals of the last choice that consent mode has, at first from the boot script, which reads storage; undefined before a choice. */
export function currentSignals(): ConsentSignals | undefined {
  return window.dataLayer?.findLast((command) => command[1] === 'update')?.[2] as ConsentSignals | undefined
}

const preferencesEvent = 'cookie-settings'

/** A null key means storage was cleared. */
function isConsentKey(key: string | null): boolean {
  return (key ?? consentKeys.time) === consentKeys.time
}
