import 'client-only'
import { observable } from '@/lib/browser/observable'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { defaultPasswordPolicy, type PasswordPolicy } from '@/lib/identity/password-policy'
import type { Outcome } from './firebase'
import { callIdentity, unreachableCodes } from './identity'

/** The password policy, and the code of an error to show, if any. */
type PolicyState = { policy: PasswordPolicy; problem: IdentityErrorCode | null }

const initialState: PolicyState = { policy: defaultPasswordPolicy, problem: null }
const state = observable<PolicyState>(initialState)

/** The provider's policy; the default until it's loaded. */
export const passwordPolicy = { ...state, initial: () => initialState }

/** Loads the password policy once per page; retries if the provider was unreachable. */
export async function loadPasswordPolicy(config: PublicConfig): Promise<void> {
  settings = config
  loading ??= fetchPolicy(config, { isRefused: false })
  const outcome = await loading
  if (outcome.status === 'failed' && unreachableCodes.includes(outcome.code)) loading = null
}

/** Reloads the policy after the provider rejected a password: ours is out of date. */
export async function refreshPasswordPolicy(): Promise<void> {
  if (loading && settings) await fetchPolicy(settings, { isRefused: true })
}

let settings: PublicConfig | null = null
let loading: Promise<Outcome<PasswordPolicy>> | null = null

async function fetchPolicy(
  config: PublicConfig,
  { isRefused }: { isRefused: boolean },
): Promise<Outcome<PasswordPolicy>> {
  // The emulator has no policy, and the browser would log its 501.
  if (config.emulatorUrl) return { status: 'done', value: defaultPasswordPolicy }
  const outcome = await callIdentity(config, (client) => client.passwordPolicy({ isRefused }))
  state.set(toState(outcome))
  return outcome
}

/** Only an unreadable policy gets a message; after other failures the provider alone enforces its policy. */
function toState(outcome: Outcome<PasswordPolicy>): PolicyState {
  if (outcome.status === 'done') return { policy: outcome.value, problem: null }
  const isUnreadable = outcome.code === 'unsupported-password-policy-schema-version'
  return isUnreadable ? { ...initialState, problem: outcome.code } : initialState
}
