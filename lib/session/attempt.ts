/** What the log records about sign-in attempts: method, outcome and browser, but never the user. */
import * as v from 'valibot'
import { knownIdentityCodes } from '@/lib/identity/error-words'
import { providers } from '@/lib/identity/providers'

/** How a user tries to sign in. `sign-up`: a new account with a password. */
export const attemptMethods = ['password', 'sign-up', 'passkey', 'email-link', ...providers] as const
export type AttemptMethod = (typeof attemptMethods)[number]

/** At which step the user left the page during a sign-in. After a failure the cause is its error code. */
const abandonedSteps = ['left', 'left-at-second-factor'] as const
export type AbandonedStep = (typeof abandonedSteps)[number]

const method = v.picklist(attemptMethods)

/** The SDK turns any text from the provider into a code: those not in our table become `unknown`. */
const cause = v.pipe(
  v.string(),
  v.transform((code) => (causes.has(code) ? code : 'unknown')),
)
const causes: ReadonlySet<string> = new Set([...abandonedSteps, ...knownIdentityCodes()])

/** What a browser reports: only values from these lists, so strangers can't write text into the log. */
export const attemptReport = v.variant('outcome', [
  v.object({ outcome: v.picklist(['begun', 'finished']), method }),
  v.object({ outcome: v.literal('abandoned'), method, cause }),
])
export type AttemptReport = v.InferInput<typeof attemptReport>
