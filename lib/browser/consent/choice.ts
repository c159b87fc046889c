import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'
import { consentKeys } from '@/lib/consent/keys'
import {
  type ConsentChoice,
  type ConsentRecord,
  type ConsentType,
  describeConsent,
} from '@/lib/consent/record'
import { currentConsent, publishConsent } from './consent'
import { type CookieDeletion, deleteRefusedCookies } from './cookies'

/**
 * Applies the visitor's choice to storage, the page, Google's tag and cookies. Returns the cookie deletion
 * for withdrawn categories; null if nothing was withdrawn.
 */
export function choose(type: ConsentType, choice: ConsentChoice): CookieDeletion | null {
  const before = currentConsent()
  const record: ConsentRecord = { ...choice, type, gpc: isGpcOn(), at: new Date() }
  store(record)
  publishConsent(record)
  // After the tag knows, or it would write them again.
  const deletion = deleteRefusedCookies(choice)
  const isWithdrawal = (before?.analytics && !choice.analytics) || (before?.marketing && !choice.marketing)
  return isWithdrawal ? deletion : null
}

/** Whether Global Privacy Control is on (globalprivacycontrol.org). */
export function isGpcOn(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
}

/** If storage is disabled or full, the choice holds for this page and the next one asks again. */
function store(record: ConsentRecord): void {
  const { choice, time } = describeConsent(record)
  const isStored = tryStorage(({ local }) => {
    local.setItem(consentKeys.choice, choice)
    local.setItem(consentKeys.time, time)
    return true
  })
  // An older grant must not outlive a withdrawal that didn't fit: without its time it's invalid.
  if (!isStored) tryStorage(({ local }) => local.removeItem(consentKeys.time))
}
