import { parseJson } from '@/lib/json'

/** Cookie consent: the choice, its storage format, and its consent mode signals (S35–S39, S47–S51). */

export const optionalCategories = ['analytics', 'marketing'] as const
export type OptionalCategory = (typeof optionalCategories)[number]
export type ConsentChoice = Readonly<Record<OptionalCategory, boolean>>

/** What 'Accept All' and 'Reject All' choose. */
export const allGranted: ConsentChoice = { analytics: true, marketing: true }
export const allRefused: ConsentChoice = { analytics: false, marketing: false }

/** The `consent_type` of the `cookie_consent` event (S97–S98). */
export const consentTypes = ['accept_all', 'reject_all', 'custom'] as const
export type ConsentType = (typeof consentTypes)[number]

export type ConsentRecord = ConsentChoice & {
  type: ConsentType
  /** Whether Global Privacy Control was on when this was chosen. */
  gpc: boolean
  at: Date
}

/** Increment when a consented service, a category of one, or its purpose is added: everyone is asked again. */
export const consentPolicy = 1

/** Six months (183 days), as CNIL recommends. */
export const consentLastsMs = 183 * 24 * 60 * 60 * 1000

type StoredConsent = { choice: string | null; time: string | null }

type Circumstances = { now: Date; isGpcOn: boolean }

/**
 * Parses the stored record; null if malformed, incomplete, from another policy or the future, or expired, or if it grants
 * something and Global Privacy Control was switched on since: the signal is the newer choice (California's CCPA
 * regulations, § 7025). The boot script checks the same; a test compares both.
 */
export function parseConsent(
  { choice, time }: StoredConsent,
  { now, isGpcOn }: Circumstances,
): ConsentRecord | null {
  const value = parseJson(choice)
  const at = new Date(time ?? '')
  const ageMs = now.getTime() - at.getTime()
  if (typeof value !== 'object' || value === null || !(ageMs >= 0 && ageMs <= consentLastsMs)) return null
  const { essential, analytics, marketing, policy, type, gpc } = value as Record<string, unknown>
  if (essential !== true || policy !== consentPolicy) return null
  if (typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return null
  if (isGpcOn && gpc !== true && (analytics || marketing)) return null
  return {
    analytics,
    marketing,
    type: consentTypes.find((known) => known === type) ?? 'custom',
    gpc: gpc === true,
    at,
  }
}

/** Serializes a record: the specified fields, and what's needed to ask again in time. */
export function describeConsent({ analytics, marketing, type, gpc, at }: ConsentRecord): {
  choice: string
  time: string
} {
  const choice = { essential: true, analytics, marketing, policy: consentPolicy, type, gpc }
  return { choice: JSON.stringify(choice), time: at.toISOString() }
}

export type ConsentSignals = ReturnType<typeof signalsOf>

/** Consent mode's four signals. Always send all: a missing one counts as unanswered. */
export function signalsOf({ analytics, marketing }: ConsentChoice) {
  const ads = stateOf(marketing)
  return {
    ad_storage: ads,
    analytics_storage: stateOf(analytics),
    ad_user_data: ads,
    ad_personalization: ads,
  }
}

function stateOf(isGranted: boolean): 'granted' | 'denied' {
  return isGranted ? 'granted' : 'denied'
}
