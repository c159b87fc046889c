import 'client-only'
import { publicConfig } from '@/lib/browser/config'
import { observable } from '@/lib/browser/observable'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { defaultPasswordPolicy, type PasswordPolicy } from '@/lib/identity/password-policy'
import type { Outcome } from './firebase'
import { askIdentity, unreachableCodes } from './identity'

/** What passwords need here, and the code of a problem that a person should know of. */
export type KnownPolicy = { policy: PasswordPolicy; problem: IdentityErrorCode | null }

const unknown: KnownPolicy = { policy: defaultPasswordPolicy, problem: null }

/** What this page knows of the policy; the default until the provider has said it. */
const known = observable<KnownPolicy>(unknown)
export const passwordPolicy = { ...known, initial: () => unknown }

/**
 * Asks the provider what passwords need, once a page; again if it could not be reached. The emulator has no policies: the
 * browser prints its 501, and the default applies.
 */
export async function learnPasswordPolicy(config?: PublicConfig): Promise<void> {
  learning ??= ask(config, { isRefused: false })
  const outcome = await learning
  if (outcome.status === 'failed' && unreachableCodes.includes(outcome.code)) learning = null
}

/** The provider has refused a password for its form: what this page knows of the policy is no longer true. */
export async function relearnPasswordPolicy(): Promise<void> {
  if (learning) await ask(undefined, { isRefused: true })
}

let settings: PublicConfig | null = null
let learning: Promise<Outcome<PasswordPolicy>> | null = null

async function ask(
  config: PublicConfig | undefined,
  { isRefused }: { isRefused: boolean },
): Promise<Outcome<PasswordPolicy>> {
  settings = config ?? settings ?? publicConfig.current() ?? (await publicConfig.refresh())
  if (!settings) return { status: 'failed', code: 'network-request-failed' }
  const outcome = await askIdentity(settings, (client) => client.passwordPolicy({ isRefused }))
  known.set(toKnown(outcome))
  return outcome
}

/** Whatever else goes wrong is the provider's to decide; only a policy that the SDK cannot read has words. */
function toKnown(outcome: Outcome<PasswordPolicy>): KnownPolicy {
  if (outcome.status === 'done') return { policy: outcome.value, problem: null }
  const isUnreadable = outcome.code === 'unsupported-password-policy-schema-version'
  return isUnreadable ? { ...unknown, problem: outcome.code } : unknown
}
