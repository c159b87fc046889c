/** What the log counts of sign-ins: the method, how it ended, and in which browser. Never whose they are. */
import * as v from 'valibot'
import { knownIdentityCodes } from '@/lib/identity/error-words'
import { providers } from '@/lib/identity/providers'

/** What somebody presses to sign in. `sign-up`: a new account with a password. */
export const attemptMethods = ['password', 'sign-up', 'passkey', 'email-link', ...providers] as const
export type AttemptMethod = (typeof attemptMethods)[number]

/** Where the page was left while a sign-in ran, at which step. After a failure the cause is its error code. */
const abandonedSteps = ['left', 'left-at-second-factor'] as const
export type AbandonedStep = (typeof abandonedSteps)[number]

const method = v.picklist(attemptMethods)

/** The SDK makes a code of any text of the provider's: what isn't in our table is only `unknown`. */
const cause = v.pipe(
  v.string(),
  v.transform((code) => (causes.has(code) ? code : 'unknown')),
)
const causes: ReadonlySet<string> = new Set([...abandonedSteps, ...knownIdentityCodes()])

/** What a browser reports: strangers can choose from a list, and write nothing of their own. */
export const attemptReport = v.variant('outcome', [
  v.object({ outcome: v.picklist(['begun', 'finished']), method }),
  v.object({ outcome: v.literal('abandoned'), method, cause }),
])
export type AttemptReport = v.InferInput<typeof attemptReport>
