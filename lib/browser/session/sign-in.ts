import 'client-only'
import type { Credentials, FreshToken, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { askIdentity } from '@/lib/browser/identity/identity'
import type { NotLinked } from '@/lib/browser/identity/pending-link'
import { forgetPersonal, personal } from '@/lib/browser/site-data'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityProblem } from '@/lib/identity/problem'
import { routes, type SitePath } from '@/lib/site/routes'
import { rememberIfSignedIn } from './last-used'
import { broadcast } from './tabs'
import { syncToken } from './token-sync'

/** A session, or an error for `describeIdentityError`. */
export type SignInOutcome =
  /** `isSecured`: somebody else had used the account, and everything they could sign in with was removed. */
  { status: 'signed-in'; notLinked?: NotLinked; isSecured?: true } | ({ status: 'failed' } & IdentityProblem)

/** Where a sign-in leads. */
export function afterSignIn({ isSecured }: { isSecured?: true }, next: SitePath): SitePath {
  return isSecured ? routes.accountSecured(next) : routes.authSuccess(next)
}

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
    openSessionBy(config, (client) => client.createAccount(credentials), byPassword),
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
  const outcome = await openSessionBy(config, authenticate, byPassword)
  const isOutdated = outcome.status === 'failed' && outcome.code === 'password-does-not-meet-requirements'
  return isOutdated ? { status: 'failed', code: 'password-outdated' } : outcome
}

const byPassword = { purpose: 'password' } as const

type Opening = { purpose?: 'sign-in' | 'password'; limitMs?: null }

/** Opens or renews the session with the token an identity call returns. */
export async function openSessionBy(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
  { purpose = 'sign-in', ...limit }: Opening = {},
): Promise<SignInOutcome> {
  const outcome = await askIdentity(config, authenticate, limit)
  if (outcome.status === 'failed') return outcome
  const sync = await syncToken({ token: outcome.value, settings: config.tokenSync, purpose })
  if (sync.status === 'limited')
    return { status: 'failed', code: 'session-limited', retryAfterSeconds: sync.retryAfterSeconds }
  if (sync.status === 'secured') return signInAgain(config, sync.customToken)
  if (sync.status !== 'opened') return { status: 'failed', code: `session-${sync.status}` }
  forgetPersonal([personal.linkEmail])
  broadcast('signed-in')
  const { notLinked } = outcome.value
  return { status: 'signed-in', ...(notLinked && { notLinked }) }
}

/** The server has secured the account, which took this sign-in with it. */
async function signInAgain(config: PublicConfig, customToken: string | null): Promise<SignInOutcome> {
  if (!customToken) return { status: 'failed', code: 'session-secured' }
  const outcome = await openSessionBy(config, (client) => client.signInByCustomToken(customToken))
  return outcome.status === 'signed-in' ? { ...outcome, isSecured: true } : outcome
}
