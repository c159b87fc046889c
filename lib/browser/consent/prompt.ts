import 'client-only'
/** When the banner or dialog is needed. Tiny, as every page loads it, even after a choice. */
import { bannerDelayMs, consentKeys } from '@/lib/consent/keys'
import type { ConsentSignals } from '@/lib/consent/record'

/** Opens the dialog from anywhere on the page. */
export function requestPreferences(): void {
  window.dispatchEvent(new Event(preferencesEvent))
}

/**
 * Calls the listener when the code of banner and dialog may be needed: some time after load if the boot script sent no
 * choice, when a choice changes in another tab, and, with `true`, when the dialog is requested. That code validates the
 * stored choice. There is no unsubscribe, as no page needs it.
 */
export function onPromptNeeded(listener: (isDialogRequested: boolean) => void): void {
  const start = () => setTimeout(() => currentSignals() || listener(false), bannerDelayMs)
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start)
  window.addEventListener(preferencesEvent, () => listener(true))
  window.addEventListener('storage', ({ key }) => isConsentKey(key) && listener(false))
}

/** The signals that consent mode got last, at first from the boot script; undefined before a choice. */
export function currentSignals(): ConsentSignals | undefined {
  return window.dataLayer?.findLast((command) => command[1] === 'update')?.[2] as ConsentSignals | undefined
}

const preferencesEvent = 'cookie-settings'

/** A null key means storage was cleared. */
function isConsentKey(key: string | null): boolean {
  return (key ?? consentKeys.time) === consentKeys.time
}
