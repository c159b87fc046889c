import 'client-only'
import type { Credentials, FreshToken, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { askIdentity } from '@/lib/browser/identity/identity'
import { forgetPersonal, personal } from '@/lib/browser/storage'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityProblem } from '@/lib/identity/problem'
import { broadcast } from './tabs'
import { syncToken } from './token-sync'

/** The outcome of a sign-in: a session, or what went wrong, for `describeIdentityError`. */
export type SignInOutcome = { status: 'signed-in' } | ({ status: 'failed' } & IdentityProblem)

/** Signs in and opens the session on the server; done only when the server has answered. */
export function signIn(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return openSessionByPassword(config, (client) => client.signIn(credentials))
}

/** Creates an account, which signs in, too. */
export function createAccount(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return openSessionBy(config, (client) => client.createAccount(credentials))
}

/**
 * Opens the session by a password that is there already. It may be refused for its form, if the owner has set stricter
 * rules since; but where it is asked for nobody can choose another.
 */
export async function openSessionByPassword(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
): Promise<SignInOutcome> {
  const outcome = await openSessionBy(config, authenticate)
  const isOutdated = outcome.status === 'failed' && outcome.code === 'password-does-not-meet-requirements'
  return isOutdated ? { status: 'failed', code: 'password-outdated' } : outcome
}

/** Opens the session, or renews it, for the person whose token an identity call brings. */
export async function openSessionBy(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
): Promise<SignInOutcome> {
  const outcome = await askIdentity(config, authenticate)
  if (outcome.status === 'failed') return outcome
  const sync = await syncToken({ token: outcome.value, settings: config.tokenSync, purpose: 'sign-in' })
  if (sync.status === 'limited')
    return { status: 'failed', code: 'session-limited', retryAfterSeconds: sync.retryAfterSeconds }
  if (sync.status !== 'opened') return { status: 'failed', code: `session-${sync.status}` }
  forgetPersonal([personal.linkEmail])
  broadcast('signed-in')
  return { status: 'signed-in' }
}
