import { parseJson } from '@/lib/json'

/** Cookie consent: the choice, its storage format, and its consent mode signals (S35–S39, S47–S51). */

/** The categories that visitors may refuse, in the dialog's order, and the consent mode signals that each grants. */
export const categorySignals = {
  analytics: ['analytics_storage'],
  marketing: ['ad_storage', 'ad_user_data', 'ad_personalization'],
} as const

export type OptionalCategory = keyof typeof categorySignals
export const optionalCategories = Object.keys(categorySignals) as OptionalCategory[]

export type ConsentChoice = Readonly<Record<OptionalCategory, boolean>>

/** What 'Accept All' and 'Reject All' choose. */
export const allGranted = choiceOf(() => true)
export const allRefused = choiceOf(() => false)

/** A choice with the answer for each category. */
export function choiceOf(isGranted: (category: OptionalCategory) => boolean): ConsentChoice {
  const entries = optionalCategories.map((category) => [category, isGranted(category)])
  return Object.fromEntries(entries) as ConsentChoice
}

/** The `consent_type` of the `cookie_consent` event (S97–S98). */
export const consentTypes = ['accept_all', 'reject_all', 'custom'] as const
export type ConsentType = (typeof consentTypes)[number]

export type ConsentRecord = ConsentChoice & {
  type: ConsentType
  /** Whether Global Privacy Control was on when this was chosen. */
  gpc: boolean
  at: Date
}

/** Increment it when a consented service, a category or a purpose is added, so that everyone is asked again. */
export const consentPolicy = 1

/** Six months (183 days), as CNIL recommends. */
export const consentLifetimeMs = 183 * 24 * 60 * 60 * 1000

type StoredConsent = { choice: string | null; time: string | null }

type ConsentContext = { now: Date; isGpcOn: boolean }

/**
 * Parses the stored record. Null if it is malformed, incomplete, expired, or from another policy or the future, and if it
 * grants something that Global Privacy Control, switched on since, revokes (California's CCPA regulations, § 7025). The
 * boot script checks the same; a test compares both.
 */
export function parseConsent(
  { choice, time }: StoredConsent,
  { now, isGpcOn }: ConsentContext,
): ConsentRecord | null {
  const value = parseJson(choice)
  const at = new Date(time ?? '')
  const ageMs = now.getTime() - at.getTime()
  if (typeof value !== 'object' || value === null || !(ageMs >= 0 && ageMs <= consentLifetimeMs)) return null
  const stored = value as Record<string, unknown>
  const { essential, policy, type, gpc } = stored
  if (essential !== true || policy !== consentPolicy) return null
  if (optionalCategories.some((category) => typeof stored[category] !== 'boolean')) return null
  const granted = choiceOf((category) => stored[category] === true)
  if (isGpcOn && gpc !== true && grantsSomething(granted)) return null
  return {
    ...granted,
    type: consentTypes.find((known) => known === type) ?? 'custom',
    gpc: gpc === true,
    at,
  }
}

/** Serializes a record: the specified fields, and those that decide when to ask again. */
export function describeConsent({ at, type, gpc, ...granted }: ConsentRecord): {
  choice: string
  time: string
} {
  const choice = { essential: true, ...granted, policy: consentPolicy, type, gpc }
  return { choice: JSON.stringify(choice), time: at.toISOString() }
}

/** Whether the visitor allows anything that isn't essential. */
export function grantsSomething(choice: ConsentChoice): boolean {
  return optionalCategories.some((category) => choice[category])
}

export type ConsentSignals = ReturnType<typeof signalsOf>
type Signal = (typeof categorySignals)[OptionalCategory][number]

/** All consent mode signals of a choice. A missing one would count as unanswered. */
export function signalsOf(choice: ConsentChoice): Record<Signal, 'granted' | 'denied'> {
  const entries = optionalCategories.flatMap((category) =>
    categorySignals[category].map((signal) => [signal, choice[category] ? 'granted' : 'denied']),
  )
  return Object.fromEntries(entries)
}
