import 'client-only'
import { fetchJson } from '@/lib/browser/http/remote-value'
import { observable } from '@/lib/browser/observable'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import {
  defaultPasswordPolicy,
  type PasswordPolicy,
  parsePasswordPolicy,
} from '@/lib/identity/password-policy'

/** The password policy, and the code of an error to show, if any. */
type PolicyState = { policy: PasswordPolicy; problem: IdentityErrorCode | null }

const initialState: PolicyState = { policy: defaultPasswordPolicy, problem: null }
const state = observable<PolicyState>(initialState)

/** The provider's policy; the default until it's loaded. */
export const passwordPolicy = { ...state, initial: () => initialState }

/** Loads the password policy once per page; retries if the provider didn't respond with one. */
export async function loadPasswordPolicy(config: PublicConfig): Promise<void> {
  settings = config
  loading ??= fetchPolicy(config)
  if (!(await loading)) loading = null
}

/** Reloads the policy after the provider rejected a password: ours is out of date. */
export async function refreshPasswordPolicy(): Promise<void> {
  if (loading && settings) await fetchPolicy(settings)
}

let settings: PublicConfig | null = null
let loading: Promise<boolean> | null = null

/** Whether there was a response. The SDK publishes its own copy only with the check of a password. */
async function fetchPolicy(config: PublicConfig): Promise<boolean> {
  // The emulator has no policy, and the browser would log its 501.
  if (config.emulatorUrl) return true
  const query = new URLSearchParams({ key: config.identity?.apiKey ?? '' })
  const answer = await fetchJson(`https://identitytoolkit.googleapis.com/v2/passwordPolicy?${query}`)
  if (answer === null) return false
  const policy = parsePasswordPolicy(answer)
  state.set(
    policy
      ? { policy, problem: null }
      : { ...initialState, problem: 'unsupported-password-policy-schema-version' },
  )
  return true
}
