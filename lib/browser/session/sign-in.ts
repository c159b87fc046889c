import 'client-only'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { nullIfNoResponse } from '@/lib/browser/http/response'
import type { Credentials, FreshToken, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import type { LinkFailure } from '@/lib/browser/identity/pending-link'
import { forgetPersonal, personal, tryStorage } from '@/lib/browser/site-data'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error-words'
import { addressProofHeader, newUserHeader, renewalHeader } from '@/lib/session/address-proof'
import { routes, type SitePath } from '@/lib/site/routes'
import { rememberIfSignedIn } from './last-used'
import { broadcast } from './session'

/** A session, or an error for `describeIdentityError`. */
export type SignInOutcome =
  /** `isSecured`: another person had used the account, and their sign-in methods were removed. */
  { status: 'signed-in'; notLinked?: LinkFailure; isSecured?: true } | ({ status: 'failed' } & IdentityError)

export function pathAfterSignIn({ isSecured }: { isSecured?: true }, next: SitePath): SitePath {
  return isSecured ? routes.accountSecured(next) : routes.authSuccess(next)
}

/** Signs in and creates the session on the server. */
export function signIn(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return rememberIfSignedIn(
    'password',
    signInWithKnownPassword(config, (client) => client.signIn(credentials)),
  )
}

/** Creates an account and signs in. */
export function createAccount(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return rememberIfSignedIn(
    'password',
    signInWith(config, (client) => client.createAccount(credentials)),
  )
}

/**
 * Signs in with an existing password. Stricter rules set since may reject it, but this form can't
 * offer to choose a new one.
 */
export async function signInWithKnownPassword(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
): Promise<SignInOutcome> {
  const outcome = await signInWith(config, authenticate)
  const isOutdated = outcome.status === 'failed' && outcome.code === 'password-does-not-meet-requirements'
  return isOutdated ? { status: 'failed', code: 'password-outdated' } : outcome
}

/** Gets a token from the provider, posts it to the server, and broadcasts the sign-in to other tabs. */
export async function signInWith(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
  limit?: { limitMs: null },
): Promise<SignInOutcome> {
  const outcome = await callIdentity(config, authenticate, limit)
  if (outcome.status === 'failed') return outcome
  const sync = await syncToken({ token: outcome.value, settings: config.tokenSync, purpose: 'sign-in' })
  if (sync.status === 'secured') return signInAgain(config, sync.customToken)
  if (sync.status === 'failed') return sync
  forgetPersonal([personal.linkEmail])
  broadcast('signed-in')
  const { notLinked } = outcome.value
  return { status: 'signed-in', ...(notLinked && { notLinked }) }
}

/** Signs in with a token that our server has signed. */
export function signInWithCustomToken(config: PublicConfig, token: string): Promise<SignInOutcome> {
  return signInWith(config, (client) => client.signInByCustomToken(token))
}

/** Signs in once more, as the server has secured the account and revoked this sign-in. */
export async function signInAgain(config: PublicConfig, customToken: string | null): Promise<SignInOutcome> {
  if (!customToken) return { status: 'failed', code: 'session-secured' }
  const outcome = await signInWithCustomToken(config, customToken)
  return outcome.status === 'signed-in' ? { ...outcome, isSecured: true } : outcome
}

/** `renewal`: refused if there is no session to renew. */
export type TokenPost = {
  token: FreshToken
  settings: PublicConfig['tokenSync']
  purpose: 'sign-in' | 'renewal'
}

/** The result of posting a token. `refusal`: our server's reason for `session-refused`. */
export type TokenSync =
  | { status: 'opened' }
  /** The server removed a stranger's sign-in methods, and this sign-in with them. The token, if any, signs in again. */
  | { status: 'secured'; customToken: string | null }
  | ({ status: 'failed'; refusal?: string | null } & IdentityError)

/**
 * Posts the token to the configured same-origin URL and awaits the response. Only while the token is under its age limit
 * (S61). A kept proof goes with it, until the server has judged it.
 */
export async function syncToken({ token, settings, purpose }: TokenPost): Promise<TokenSync> {
  const url = tokenSyncUrl(settings)
  if (!url) return { status: 'failed', code: 'session-off' }
  if (performance.now() - token.receivedAt >= settings.maxAgeSeconds * 1000)
    return { status: 'failed', code: 'session-too-old' }
  const proof = keptProof()
  const headers = {
    authorization: `Bearer ${token.idToken}`,
    ...(purpose === 'renewal' && { [renewalHeader]: '1' }),
    ...(proof && { [addressProofHeader]: proof }),
    ...(token.isNewUser && { [newUserHeader]: '1' }),
  }
  const signal = AbortSignal.timeout(15_000)
  const response = await nullIfNoResponse(fetch(url, { method: 'POST', headers, signal }))
  if (!response) return { status: 'failed', code: 'session-unreachable' }
  if (response.ok || response.status === 409) forgetPersonal([personal.proof])
  return response.ok ? { status: 'opened' } : describeRefusal(response)
}

/** The URL to post tokens to. Null for another origin, which must never see one. */
export function tokenSyncUrl({ url }: PublicConfig['tokenSync']): string | null {
  if (!url) return null
  const target = new URL(url, location.origin)
  return target.origin === location.origin ? target.href : null
}

/** A server error or rate limit says nothing about the token. */
async function describeRefusal(response: Response): Promise<TokenSync> {
  const { status } = response
  if (status === 409) return describeSecured(await nullIfNoResponse(response.json()))
  const refusal = await refusalCode(response)
  const retryAfterSeconds = parseRetryAfter(response)
  if (status === 429) return { status: 'failed', code: 'session-limited', retryAfterSeconds }
  if (refusal === 'cookie-too-large') return { status: 'failed', code: 'session-too-large' }
  if (status >= 500) return { status: 'failed', code: 'session-unavailable', retryAfterSeconds }
  if (refusal === 'address-proof-needed') return { status: 'failed', code: refusal }
  return { status: 'failed', code: 'session-refused', refusal }
}

function describeSecured(body: unknown): TokenSync {
  const token = typeof body === 'object' && body && 'customToken' in body ? body.customToken : null
  return { status: 'secured', customToken: typeof token === 'string' ? token : null }
}

/** A proxy in front of us may send a date, or no header at all. */
function parseRetryAfter({ headers }: Response): number | null {
  const value = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : null
}

/**
 * Keeps what proves that this browser got an address's mail: a proof by our server, or the nonce of a sign-in link. The next
 * request for a session sends it, also after a page that led to the sign-in form. The server judges its age.
 */
export function keepProof(proof: string): void {
  tryStorage(({ session }) => session.setItem(personal.proof, proof))
}

/** The kept proof, if there is one. */
export function keptProof(): string | null | undefined {
  return tryStorage(({ session }) => session.getItem(personal.proof))
}
