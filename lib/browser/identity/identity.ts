import 'client-only'
import { forgetLinkEmail } from '@/lib/browser/email-link/address'
import { reloadForChunk } from '@/lib/browser/errors/chunk-reload'
import { tellTabs } from '@/lib/browser/session/tabs'
import { type FreshToken, syncToken, type TokenSync } from '@/lib/browser/session/token-sync'
import { isChunkLoadError } from '@/lib/builds/build-id'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityProblem } from '@/lib/identity/problem'
import { withTimeLimit } from '@/lib/time/time-limit'
import { failureOf } from './fault'
import type { Credentials, IdentityClient, Outcome, StoredUser } from './firebase'

/** The outcome of a sign-in: a session, or what went wrong, for `describeIdentityError`. */
export type SignInOutcome = { status: 'signed-in' } | ({ status: 'failed' } & IdentityProblem)

/** Loads the identity provider's SDK ahead of its use, so that the button answers at once. */
export async function prepareIdentity(config: PublicConfig): Promise<void> {
  await askIdentity(config, async () => ({ status: 'done', value: undefined }))
}

/** Signs in and opens the session on the server; done only when the server has answered. */
export function signIn(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return openSessionByPassword(config, (client) => client.signIn(credentials))
}

/** Creates an account, which signs in, too. */
export function createAccount(config: PublicConfig, credentials: Credentials): Promise<SignInOutcome> {
  return openSessionBy(config, (client) => client.createAccount(credentials))
}

/** The user this browser has stored, restored and reloaded by the SDK. Null if the SDK could not be loaded. */
export async function storedUser(config: PublicConfig): Promise<StoredUser | null> {
  const client = await loadClient(config)
  return client ? client.storedUser() : null
}

/**
 * Tells codes with which the provider answers, of its user's as of any call's: who listens knows which of them are the end of a
 * session, and nobody else has to (spec section 4). Returns the way to stop.
 */
export function watchVerdicts(listener: (code: string) => void): () => void {
  verdictListeners.add(listener)
  return () => void verdictListeners.delete(listener)
}

/** Does what is itself the end of the account: that its tokens are worthless then is no news. */
export async function withoutVerdicts<T>(work: () => Promise<T>): Promise<T> {
  deletionsUnderWay += 1
  try {
    return await work()
  } finally {
    deletionsUnderWay -= 1
  }
}

const verdictListeners = new Set<(code: string) => void>()
let deletionsUnderWay = 0

function tellVerdict(code: string): void {
  if (deletionsUnderWay > 0) return
  for (const listener of verdictListeners) listener(code)
}

/** A token issued just now for the stored user. */
export function freshToken(config: PublicConfig): Promise<Outcome<FreshToken>> {
  return askIdentity(config, (client) => client.freshToken())
}

/** Has the SDK forget its user, in this browser. */
export async function forgetStoredUser(config: PublicConfig): Promise<void> {
  const client = await loadClient(config)
  if (client) await withTimeLimit(client.signOut(), longestWaitMs)
}

/** Opens the session, or renews it, for the person whose token an identity call brings. */
export async function openSessionBy(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
): Promise<SignInOutcome> {
  const outcome = await askIdentity(config, authenticate)
  if (outcome.status === 'failed') return outcome
  return describeSync(
    await syncToken({ token: outcome.value, settings: config.tokenSync, purpose: 'sign-in' }),
  )
}

/**
 * The same by a password that is there already. It may be refused for its form, if the owner has set stricter rules since;
 * but where it is asked for nobody can choose another.
 */
export async function openSessionByPassword(
  config: PublicConfig,
  authenticate: (client: IdentityClient) => Promise<Outcome<FreshToken>>,
): Promise<SignInOutcome> {
  const outcome = await openSessionBy(config, authenticate)
  const isOutdated = outcome.status === 'failed' && outcome.code === 'password-does-not-meet-requirements'
  return isOutdated ? { status: 'failed', code: 'password-outdated' } : outcome
}

/** Codes that say nothing of the person: nobody has answered. */
export const unreachableCodes: readonly string[] = [
  'sdk-unreachable',
  'sdk-fault',
  'network-request-failed',
  'timeout',
]

/**
 * Asks the provider something; `sdk-unreachable` if its SDK could not be loaded, `sdk-fault` if it failed without a code,
 * `timeout` if it never ends. Rejects never: every form waits for it.
 */
export async function askIdentity<T>(
  config: PublicConfig,
  question: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcome = await askInTime(config, question)
  if (outcome.status === 'failed') tellVerdict(outcome.code)
  return outcome
}

/** The SDK waits 30 s for the head of an answer, and for ever for its body; its code may never come, either. */
const longestWaitMs = 45_000

async function askInTime<T>(
  config: PublicConfig,
  question: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await withTimeLimit(askClient(config, question), longestWaitMs)
  } catch (error) {
    return failureOf(error)
  }
}

async function askClient<T>(
  config: PublicConfig,
  question: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const client = await loadClient(config)
  return client ? question(client) : { status: 'failed', code: 'sdk-unreachable' }
}

function describeSync(sync: TokenSync): SignInOutcome {
  if (sync.status === 'opened') {
    forgetLinkEmail()
    tellTabs('signed-in')
    return { status: 'signed-in' }
  }
  const problem = { status: 'failed', code: `session-${sync.status}` } as const
  return sync.status === 'limited' ? { ...problem, retryAfterSeconds: sync.retryAfterSeconds } : problem
}

let client: Promise<IdentityClient | null> | null = null

/** One client a page. Null if the SDK could not be loaded; the next call tries again. */
async function loadClient(config: PublicConfig): Promise<IdentityClient | null> {
  client ??= openClient(config)
  const opened = await client
  if (!opened) client = null
  return opened
}

async function openClient({ identity, emulatorUrl }: PublicConfig): Promise<IdentityClient | null> {
  if (!identity) return null
  try {
    const { openIdentityClient } = await import('./firebase')
    return openIdentityClient(identity, emulatorUrl, tellVerdict)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    await reloadForChunk()
    return null
  }
}
