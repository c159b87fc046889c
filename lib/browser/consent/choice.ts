import 'client-only'
import { tryStorage } from '@/lib/browser/storage'
import { consentKeys } from '@/lib/consent/keys'
import {
  type ConsentChoice,
  type ConsentRecord,
  type ConsentType,
  describeConsent,
} from '@/lib/consent/record'
import { afterPaint } from './after-paint'
import { currentConsent, publishConsent } from './consent'
import { type Deletion, deleteRefusedCookies } from './cookies'

/**
 * Makes the visitor's choice hold: in storage, on this page, and in the other tabs. `onWithdrawn` hears, after the
 * next paint, what became of the cookies of a category that is no longer granted.
 */
export function choose(
  type: ConsentType,
  choice: ConsentChoice,
  onWithdrawn: (deletion: Deletion) => void,
): void {
  const before = currentConsent()
  const record: ConsentRecord = { ...choice, type, gpc: isGpcOn(), at: new Date() }
  store(record)
  publishConsent(record)
  const isWithdrawal =
    before !== null && ((before.analytics && !choice.analytics) || (before.marketing && !choice.marketing))
  // After the tag has been told, which is done after the paint, too: it must not write them again.
  afterPaint(() => {
    const deletion = deleteRefusedCookies(choice)
    if (isWithdrawal) onWithdrawn(deletion)
  })
}

/** Whether the browser asks every site not to sell or share what it learns (globalprivacycontrol.org). */
export function isGpcOn(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
}

/** Storage that is switched off or full: the choice holds for the page, and is asked for again on the next. */
function store(record: ConsentRecord): void {
  const { choice, time } = describeConsent(record)
  const isStored = tryStorage(() => {
    localStorage.setItem(consentKeys.choice, choice)
    localStorage.setItem(consentKeys.time, time)
    return true
  })
  // A grant from before must not outlive the withdrawal for which there was no room: without its time it is none.
  if (!isStored) tryStorage(() => localStorage.removeItem(consentKeys.time))
}
