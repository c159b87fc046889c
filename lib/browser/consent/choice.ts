import 'client-only'
import { tryStorage } from '@/lib/browser/storage'
import { consentKeys } from '@/lib/consent/keys'
import {
  type ConsentChoice,
  type ConsentRecord,
  type ConsentType,
  describeConsent,
} from '@/lib/consent/record'
import { currentConsent, publishConsent } from './consent'
import { type Deletion, deleteRefusedCookies } from './cookies'

/**
 * Makes the visitor's choice hold: in storage, for the page and Google's tag, and for the cookies. What became of the
 * cookies of a category that is no longer granted; null if none was withdrawn.
 */
export function choose(type: ConsentType, choice: ConsentChoice): Deletion | null {
  const before = currentConsent()
  const record: ConsentRecord = { ...choice, type, gpc: isGpcOn(), at: new Date() }
  store(record)
  publishConsent(record)
  // Once the tag knows: it would write them again.
  const deletion = deleteRefusedCookies(choice)
  const isWithdrawal = (before?.analytics && !choice.analytics) || (before?.marketing && !choice.marketing)
  return isWithdrawal ? deletion : null
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
