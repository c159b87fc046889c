import { parseJson } from '@/lib/json'

/** Cookie consent: what a visitor may choose, how it is stored, and what it means to consent mode (spec section 4). */

export type OptionalCategory = 'analytics' | 'marketing'
export type ConsentChoice = Readonly<Record<OptionalCategory, boolean>>

/** How the choice was made: `consent_type` of the event `cookie_consent` (spec section 7). */
export const consentTypes = ['accept_all', 'reject_all', 'custom'] as const
export type ConsentType = (typeof consentTypes)[number]

export type ConsentRecord = ConsentChoice & {
  type: ConsentType
  /** Whether it was made although the browser sends Global Privacy Control. */
  gpc: boolean
  at: Date
}

/** To be raised whenever the purposes in the inventory grow: everybody is asked again. */
export const consentPolicy = 1

/** Six months, as CNIL recommends to ask again: 183 days. */
export const consentLastsMs = 183 * 24 * 60 * 60 * 1000

type StoredConsent = { choice: string | null; time: string | null }

/**
 * The record in storage; null if it is none: malformed, without its other half, of another policy, from the future,
 * or too old. The boot script asks the same of it; a test compares both.
 */
export function parseConsent({ choice, time }: StoredConsent, now: Date): ConsentRecord | null {
  const value = parseJson(choice)
  const at = new Date(time ?? '')
  const ageMs = now.getTime() - at.getTime()
  if (typeof value !== 'object' || value === null || !(ageMs >= 0 && ageMs <= consentLastsMs)) return null
  const { essential, analytics, marketing, policy, type, gpc } = value as Record<string, unknown>
  if (essential !== true || policy !== consentPolicy) return null
  if (typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return null
  return {
    analytics,
    marketing,
    type: consentTypes.find((known) => known === type) ?? 'custom',
    gpc: gpc === true,
    at,
  }
}

/** A record as it stands in storage: what the specification names, and what is needed to ask again in time. */
export function describeConsent({ analytics, marketing, type, gpc, at }: ConsentRecord): {
  choice: string
  time: string
} {
  const choice = { essential: true, analytics, marketing, policy: consentPolicy, type, gpc }
  return { choice: JSON.stringify(choice), time: at.toISOString() }
}

/** The four signals of consent mode. Always all four: one left out would read as never answered. */
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
