import 'client-only'
import { nullIfNoResponse } from '@/lib/browser/http/response'
import type { Credentials, FreshToken, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import type { LinkFailure } from '@/lib/browser/identity/pending-link'
import { forgetPersonal, personal } from '@/lib/browser/site-data'
import { isChunkLoadError } from '@/lib/builds/build-id'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error'
import { passwordHeader, renewalHeader } from '@/lib/session/renewal'
import { routes, type SitePath } from '@/lib/site/routes'
import { reportAttempt } from './counted'
import { rememberIfSignedIn } from './last-used'
import type { SessionRefusal } from './refused'
import { broadcast } from './tabs'

/** A session, or an error for `describeIdentityError`. */
export type SignInOutcome =
  /** `isSecured`: somebody else had used the account, and everything they could sign in with was removed. */
  { status: 'signed-in'; notLinked?: LinkFailure; isSecured?: true } | ({ status: 'failed' } & IdentityError)

/** Where a sign-in leads. */
export function pathAfterSignIn({ isSecured }: { isSecured?: true }, next: SitePath): SitePath {
  return isSecured ? routes.accountSecured(next) : routes.authSuccess(next)
}

/** Signs in and opens the session on the server; resolves once the server has responded. */
export function signIn(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return rememberIfSignedIn(
    'password',
    reportAttempt(
      'password',
      signInWithKnownPassword(config, (client) => client.signIn(credentials)),
    ),
  )
}

/** Creates an account and signs in. */
export function createAccount(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return rememberIfSignedIn(
    'password',
    reportAttempt(
      'sign-up',
      signInWith(config, (client) => client.createAccount(credentials), byPassword),
    ),
  )
}

/**
 * Opens the session with an existing password. Stricter rules set since may reject it, but this form can't
 * offer to choose a new one.
 */
export async function signInWithKnownPassword(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
): Promise<SignInOutcome> {
  const outcome = await signInWith(config, authenticate, byPassword)
  const isOutdated = outcome.status === 'failed' && outcome.code === 'password-does-not-meet-requirements'
  return isOutdated ? { status: 'failed', code: 'password-outdated' } : outcome
}

const byPassword = { purpose: 'password' } as const

type SignInOptions = { purpose?: 'sign-in' | 'password'; limitMs?: null }

/** Opens the session: asks the provider for a token, posts it to the server, and tells the other tabs. */
export async function signInWith(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
  { purpose = 'sign-in', ...limit }: SignInOptions = {},
): Promise<SignInOutcome> {
  const outcome = await callIdentity(config, authenticate, limit)
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

/** Opens the session with a token that our server has signed for the user. */
export function signInWithCustomToken(config: PublicConfig, token: string): Promise<SignInOutcome> {
  return signInWith(config, (client) => client.signInByCustomToken(token))
}

/** The server has secured the account, which took this sign-in with it. */
async function signInAgain(config: PublicConfig, customToken: string | null): Promise<SignInOutcome> {
  if (!customToken) return { status: 'failed', code: 'session-secured' }
  const outcome = await signInWithCustomToken(config, customToken)
  return outcome.status === 'signed-in' ? { ...outcome, isSecured: true } : outcome
}

/** A `renewal` is refused if there is no session to renew; `password` is a sign-in by one that was known before. */
export type TokenPost = {
  token: FreshToken
  settings: PublicConfig['tokenSync']
  purpose: 'sign-in' | 'password' | 'renewal'
}

/** `too-old` wasn't sent (S61). */
export type TokenSync = { status: 'opened' | 'too-old' | 'off' | 'unreachable' } | SessionRefusal

let lastPosted: string | null = null

/**
 * Posts the token to the configured same-origin URL and awaits the response. Only while the token is under
 * its age limit, and never the same token twice (S61); a failed post can be retried.
 */
export async function syncToken({ token, settings, purpose }: TokenPost): Promise<TokenSync> {
  const url = tokenSyncUrl(settings)
  if (!url) return { status: 'off' }
  if (token.idToken === lastPosted) return { status: 'opened' }
  if (performance.now() - token.receivedAt >= settings.maxAgeSeconds * 1000) return { status: 'too-old' }
  const headers = { authorization: `Bearer ${token.idToken}`, ...purposeHeaders[purpose] }
  const signal = AbortSignal.timeout(15_000)
  const response = await nullIfNoResponse(fetch(url, { method: 'POST', headers, signal }))
  if (!response) return { status: 'unreachable' }
  if (!response.ok) return describeRefusal(response)
  lastPosted = token.idToken
  return { status: 'opened' }
}

const purposeHeaders: Record<TokenPost['purpose'], HeadersInit> = {
  'sign-in': {},
  password: { [passwordHeader]: '1' },
  renewal: { [renewalHeader]: '1' },
}

/** Once the session is closed: from then on a token may open one again. */
export function forgetPostedToken(): void {
  lastPosted = null
}

/** Where the server takes tokens. Null for another origin: none must ever see a token. */
export function tokenSyncUrl({ url }: PublicConfig['tokenSync']): string | null {
  if (!url) return null
  const target = new URL(url, location.origin)
  return target.origin === location.origin ? target.href : null
}

/** Its words load when they are needed. Without them nothing is known, as without an answer. */
async function describeRefusal(response: Response): Promise<TokenSync> {
  try {
    return await (await import('./refused')).describeRefusal(response)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    return { status: 'unreachable' }
  }
}
