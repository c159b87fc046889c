import 'client-only'
/** When the banner or the dialog is needed. Tiny: every page has it, also for whoever has chosen long ago. */
import { bannerDelayMs, consentKeys } from '@/lib/consent/keys'

/** Asks for the dialog, from wherever on the page. */
export function requestPreferences(): void {
  window.dispatchEvent(new Event(preferencesWanted))
}

/**
 * Tells when the code of banner and dialog may be needed: some time after the load without a choice, when a choice is
 * changed in another tab, and, with `true`, when the dialog is asked for. What is stored is judged there, in full:
 * here it is enough whether the boot script has told a choice. There is no way to stop: every page has it until it is
 * left, and would pay for one.
 */
export function watchNeed(listener: (isDialogWanted: boolean) => void): void {
  const begin = () => setTimeout(() => hasToldChoice() || listener(false), bannerDelayMs)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin)
  window.addEventListener(preferencesWanted, () => listener(true))
  window.addEventListener('storage', ({ key }) => isOfConsent(key) && listener(false))
}

const preferencesWanted = 'cookie-settings'

/** A null key means that all was cleared. */
function isOfConsent(key: string | null): boolean {
  return (key ?? consentKeys.time) === consentKeys.time
}

function hasToldChoice(): boolean {
  return window.dataLayer?.some((command) => command[1] === 'update') === true
}
