import 'client-only'
import type { Credentials, FreshToken, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { askIdentity } from '@/lib/browser/identity/identity'
import type { NotLinked } from '@/lib/browser/identity/pending-link'
import { forgetPersonal, personal } from '@/lib/browser/storage'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityProblem } from '@/lib/identity/problem'
import { rememberIfSignedIn } from './last-used'
import { broadcast } from './tabs'
import { syncToken } from './token-sync'

/** A session, or an error for `describeIdentityError`. */
export type SignInOutcome =
  | { status: 'signed-in'; notLinked?: NotLinked }
  | ({ status: 'failed' } & IdentityProblem)

/** Signs in and opens the session on the server; resolves once the server has responded. */
export function signIn(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return rememberIfSignedIn(
    'password',
    openSessionByPassword(config, (client) => client.signIn(credentials)),
  )
}

/** Creates an account and signs in. */
export function createAccount(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return rememberIfSignedIn(
    'password',
    openSessionBy(config, (client) => client.createAccount(credentials)),
  )
}

/**
 * Opens the session with an existing password. Stricter rules set since may reject it, but this form can't
 * offer to choose a new one.
 */
export async function openSessionByPassword(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
): Promise<SignInOutcome> {
  const outcome = await openSessionBy(config, authenticate)
  const isOutdated = outcome.status === 'failed' && outcome.code === 'password-does-not-meet-requirements'
  return isOutdated ? { status: 'failed', code: 'password-outdated' } : outcome
}

/** Opens or renews the session with the token an identity call returns. */
export async function openSessionBy(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
  limit?: { limitMs: null },
): Promise<SignInOutcome> {
  const outcome = await askIdentity(config, authenticate, limit)
  if (outcome.status === 'failed') return outcome
  const sync = await syncToken({ token: outcome.value, settings: config.tokenSync, purpose: 'sign-in' })
  if (sync.status === 'limited')
    return { status: 'failed', code: 'session-limited', retryAfterSeconds: sync.retryAfterSeconds }
  if (sync.status !== 'opened') return { status: 'failed', code: `session-${sync.status}` }
  forgetPersonal([personal.linkEmail])
  broadcast('signed-in')
  const { notLinked } = outcome.value
  return { status: 'signed-in', ...(notLinked && { notLinked }) }
}
