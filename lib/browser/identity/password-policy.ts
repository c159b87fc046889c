import 'client-only'
import { publicConfig } from '@/lib/browser/config'
import { observable } from '@/lib/browser/observable'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { defaultPasswordPolicy, type PasswordPolicy } from '@/lib/identity/password-policy'
import type { Outcome } from './firebase'
import { callIdentity, unreachableCodes } from './identity'

/** The password policy, and the code of a problem to show, if any. */
export type KnownPolicy = { policy: PasswordPolicy; problem: IdentityErrorCode | null }

const unknown: KnownPolicy = { policy: defaultPasswordPolicy, problem: null }

/** The policy as known here; the default until the provider responds. */
const known = observable<KnownPolicy>(unknown)
export const passwordPolicy = { ...known, initial: () => unknown }

/** Loads the password policy once per page; retries if the provider was unreachable. */
export async function loadPasswordPolicy(config?: PublicConfig): Promise<void> {
  learning ??= ask(config, { isRefused: false })
  const outcome = await learning
  if (outcome.status === 'failed' && unreachableCodes.includes(outcome.code)) learning = null
}

/** Reloads the policy after the provider rejected a password: ours is out of date. */
export async function refreshPasswordPolicy(): Promise<void> {
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
  // It has none, and the browser would print its 501.
  if (settings.emulatorUrl) return { status: 'done', value: defaultPasswordPolicy }
  const outcome = await callIdentity(settings, (client) => client.passwordPolicy({ isRefused }))
  known.set(toKnown(outcome))
  return outcome
}

/** Only an unreadable policy gets a message; other failures are left to the provider to enforce. */
function toKnown(outcome: Outcome<PasswordPolicy>): KnownPolicy {
  if (outcome.status === 'done') return { policy: outcome.value, problem: null }
  const isUnreadable = outcome.code === 'unsupported-password-policy-schema-version'
  return isUnreadable ? { ...unknown, problem: outcome.code } : unknown
}
