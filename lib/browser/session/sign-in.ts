import 'client-only'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { nullIfNoResponse } from '@/lib/browser/http/response'
import type { Credentials, FreshToken, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import type { LinkFailure } from '@/lib/browser/identity/pending-link'
import { forgetPersonal, personal, tryStorage } from '@/lib/browser/site-data'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError } from '@/lib/identity/error-words'
import { addressProofHeader, createdHereHeader, renewalHeader } from '@/lib/session/address-proof'
import { routes, type SitePath } from '@/lib/site/routes'
import { createdHere, rememberCreated } from './created-here'
import { rememberIfSignedIn } from './last-used'
import { broadcast } from './session'

/** A session, or an error for `describeIdentityError`. */
export type SignInOutcome =
  | ({ status: 'signed-in'; notLinked?: LinkFailure } & SignInNews)
  | ({ status: 'failed' } & IdentityError)

/**
 * What the person reads first. `endedLinks`: the account may have been another person's, so only the address and the notes
 * stayed, and this many links were ended. `wasPutBack`: somebody had changed the address.
 */
export type SignInNews = { endedLinks?: number; wasPutBack?: true }

export function hasNews({ endedLinks, wasPutBack }: SignInNews): boolean {
  return endedLinks !== undefined || wasPutBack === true
}

export function pathAfterSignIn({ endedLinks, wasPutBack }: SignInNews, next: SitePath): SitePath {
  if (endedLinks !== undefined) return routes.accountSecured(next, endedLinks)
  return wasPutBack ? routes.addressPutBack(next) : routes.authSuccess(next)
}

/** Signs in and creates the session on the server. */
export function signIn(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return rememberIfSignedIn(
    'password',
    signInWithKnownPassword(config, (client) => client.signIn(credentials), credentials.password),
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
  password: string | null = null,
): Promise<SignInOutcome> {
  const outcome = await signInWith(config, authenticate, { password })
  const isOutdated = outcome.status === 'failed' && outcome.code === 'password-does-not-meet-requirements'
  return isOutdated ? { status: 'failed', code: 'password-outdated' } : outcome
}

/** `password`: typed just now. The account keeps it if it gets a new user. */
type SignInOptions = { limitMs?: null; password?: string | null }

/** Gets a token from the provider, posts it to the server, and broadcasts the sign-in to other tabs. */
export async function signInWith(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
  { password = null, ...limit }: SignInOptions = {},
): Promise<SignInOutcome> {
  const outcome = await callIdentity(config, authenticate, limit)
  if (outcome.status === 'failed') return outcome
  const sync = await syncToken({ token: outcome.value, settings: config.tokenSync, purpose: 'sign-in' })
  if (sync.status === 'secured') return signInAgain(config, sync, password)
  if (sync.status === 'failed') return sync
  forgetPersonal([personal.linkEmail])
  broadcast('signed-in')
  const { notLinked } = outcome.value
  return {
    status: 'signed-in',
    ...(notLinked && { notLinked }),
    ...(sync.wasPutBack && { wasPutBack: true }),
  }
}

/**
 * Signs in by the kept proof alone, which opens an account whose address nobody has proved yet, whoever has used it and
 * whatever they set up. Null if it needs a sign-in, with which the proof goes. `email`: the address that was typed.
 */
export async function signInByProof(
  config: PublicConfig,
  { email, password = null }: { email: string; password?: string | null },
): Promise<SignInOutcome | null> {
  const url = tokenSyncUrl(config.tokenSync)
  const proof = keptProof()
  if (!url || !proof) return null
  const headers = { [addressProofHeader]: proof, ...createdHereHeaders(), 'content-type': 'application/json' }
  const sync = await postForSession(url, { headers, body: JSON.stringify({ email }) })
  if (sync.status === 'secured') return signInAgain(config, sync, password)
  return sync.status === 'failed' ? sync : null
}

/** Signs in with a token that our server has signed. */
export function signInWithCustomToken(config: PublicConfig, token: string): Promise<SignInOutcome> {
  return signInWith(config, (client) => client.signInByCustomToken(token))
}

/** Signs in as the account's new user, who replaces the one that others may have used. */
export async function signInAgain(
  config: PublicConfig,
  { customToken, endedLinks }: Secured,
  password: string | null = null,
): Promise<SignInOutcome> {
  if (!customToken) return { status: 'failed', code: 'session-secured' }
  const outcome = await signInWith(config, (client) => client.signInByCustomToken(customToken, password))
  return outcome.status === 'signed-in' ? { ...outcome, endedLinks } : outcome
}

/** `renewal`: refused if there is no session to renew. */
export type TokenPost = {
  token: FreshToken
  settings: PublicConfig['tokenSync']
  purpose: 'sign-in' | 'renewal'
}

/** The result of posting a token. `refusal`: our server's reason for `session-refused`. */
export type TokenSync =
  | { status: 'opened'; wasPutBack: boolean }
  | Secured
  | ({ status: 'failed'; refusal?: string | null } & IdentityError)

/** The account has a new user, whom the token, if any, signs in. */
type Secured = { status: 'secured'; customToken: string | null; endedLinks: number }

/**
 * Posts the token to the configured same-origin URL and awaits the response. Only while the token is under its age limit
 * (S61). A kept proof goes with it, until the server has judged it.
 */
export async function syncToken({ token, settings, purpose }: TokenPost): Promise<TokenSync> {
  const url = tokenSyncUrl(settings)
  if (!url) return { status: 'failed', code: 'session-off' }
  if (performance.now() - token.receivedAt >= settings.maxAgeSeconds * 1000)
    return { status: 'failed', code: 'session-too-old' }
  const created = token.isNewUser ? [await rememberCreated(token.providerUserId)] : []
  const proof = keptProof()
  return postForSession(url, {
    headers: {
      authorization: `Bearer ${token.idToken}`,
      ...(purpose === 'renewal' && { [renewalHeader]: '1' }),
      ...(proof && { [addressProofHeader]: proof }),
      ...createdHereHeaders(created),
    },
  })
}

/** Also where the browser refuses storage, of the sign-in that has just created the user. */
function createdHereHeaders(created: readonly string[] = []): Record<string, string> {
  const hashes = new Set([...createdHere(), ...created])
  return hashes.size > 0 ? { [createdHereHeader]: [...hashes].join(',') } : {}
}

async function postForSession(url: string, init: RequestInit): Promise<TokenSync> {
  const signal = AbortSignal.timeout(20_000)
  const response = await nullIfNoResponse(fetch(url, { ...init, method: 'POST', signal }))
  if (!response) return { status: 'failed', code: 'session-unreachable' }
  if (response.status === 409) {
    forgetPersonal([personal.proof])
    return describeSecured(await nullIfNoResponse(response.json()))
  }
  if (!response.ok) return describeRefusal(response)
  const code = response.status === 200 ? await refusalCode(response) : null
  if (code !== 'sign-in-needed') forgetPersonal([personal.proof])
  return { status: 'opened', wasPutBack: code === 'address-put-back' }
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
  const refusal = await refusalCode(response)
  const retryAfterSeconds = parseRetryAfter(response)
  if (status === 429) return { status: 'failed', code: 'session-limited', retryAfterSeconds }
  if (refusal === 'cookie-too-large') return { status: 'failed', code: 'session-too-large' }
  if (refusal === 'proof-unknown' || refusal === 'proof-of-other-address') forgetPersonal([personal.proof])
  if (isOwnRefusal(refusal)) return { status: 'failed', code: refusal }
  if (status >= 500) return { status: 'failed', code: 'session-unavailable', retryAfterSeconds }
  return { status: 'failed', code: 'session-refused', refusal }
}

/** Refusals with words of their own. */
const ownRefusals = [
  'account-being-secured',
  'address-moved',
  'address-proof-needed',
  'address-put-back',
  'proof-unknown',
  'proof-of-other-address',
] as const

function isOwnRefusal(code: string | null): code is (typeof ownRefusals)[number] {
  return ownRefusals.some((own) => own === code)
}

function describeSecured(body: unknown): Secured {
  const { customToken, endedLinks } = Object(body) as Record<string, unknown>
  return {
    status: 'secured',
    customToken: typeof customToken === 'string' ? customToken : null,
    endedLinks: typeof endedLinks === 'number' ? endedLinks : 0,
  }
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
