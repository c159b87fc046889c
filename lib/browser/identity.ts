import 'client-only'
import { isChunkLoadError } from '../build'
import type { PublicConfig } from '../config'
import type { IdentityProblem } from '../identity'
import { withTimeLimit } from '../time-limit'
import { reloadForChunk } from './chunk-reload'
import { dropDrafts } from './drafts'
import type { Credentials, IdentityClient, Outcome, StoredUser } from './firebase'
import { forgetLinkEmail } from './link-email'
import { ifLoaded } from './loading'
import { inTurn } from './session-turn'
import { tellTabs } from './tabs'
import { closeSession, type FreshToken, syncToken, type TokenSync } from './token-sync'

/** The outcome of a sign-in: a session, or what went wrong, for `describeIdentityError`. */
export type SignInOutcome = { status: 'signed-in' } | ({ status: 'failed' } & IdentityProblem)

/** Loads the identity provider's SDK ahead of its use, so that the button answers at once. */
export async function prepareIdentity(config: PublicConfig): Promise<void> {
  await loadClient(config)
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
 * Tells the code for which the SDK drops its user while it does something by itself, as when it refreshes its token: a call
 * of ours has its own answer. Returns the way to stop.
 */
export function watchDroppedUser(listener: (code: string) => void): () => void {
  dropListeners.add(listener)
  return () => void dropListeners.delete(listener)
}

const dropListeners = new Set<(code: string) => void>()
let callsUnderWay = 0

function tellOfDrop(code: string): void {
  if (callsUnderWay > 0) return
  for (const listener of dropListeners) listener(code)
}

/** A token issued just now for the stored user. */
export function freshToken(config: PublicConfig): Promise<Outcome<FreshToken>> {
  return askIdentity(config, (client) => client.freshToken())
}

/** What to say to whoever could not be signed out. */
export const stillSignedIn =
  'You are still signed in: this site did not answer. Check your connection and try again.'

/**
 * Ends the session on the server, tells the other tabs, then ends the provider's in this browser. False if the server could not be
 * told: then the visitor is still signed in and has to know.
 */
export async function signOut(config: PublicConfig): Promise<boolean> {
  if (!(await inTurn(() => endSession(config)))) return false
  await forgetUser(config)
  return true
}

/**
 * Forgets in this browser who was signed in, and what they had typed. Where its storage fails (iOS loses the connection to
 * it) the log is told, and the person goes on: our server has signed them out.
 */
export async function forgetUser(config: PublicConfig): Promise<void> {
  dropDrafts()
  const client = await loadClient(config)
  try {
    if (client) await withTimeLimit(client.signOut(), longestWaitMs)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    await ifLoaded(import('./errors'), ({ reportError }) => reportError(error))
  }
}

/** Ends the session on the server and tells the other tabs; false if the server could not be told. */
export async function endSession(config: PublicConfig): Promise<boolean> {
  if (!(await closeSession(config.tokenSync))) return false
  tellTabs('signed-out')
  return true
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
export const unreachableCodes: readonly string[] = ['sdk-unreachable', 'network-request-failed', 'timeout']

/** Asks the provider something; `sdk-unreachable` if its SDK could not be loaded, `timeout` if it never ends. */
export async function askIdentity<T>(
  config: PublicConfig,
  question: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const client = await loadClient(config)
  return client ? inTime(question(client)) : { status: 'failed', code: 'sdk-unreachable' }
}

/** The SDK waits 30 s for the head of an answer, and for ever for its body. */
const longestWaitMs = 45_000

async function inTime<T>(asked: Promise<Outcome<T>>): Promise<Outcome<T>> {
  callsUnderWay += 1
  try {
    return await withTimeLimit(asked, longestWaitMs)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'timeout')
      return { status: 'failed', code: 'timeout' }
    throw error
  } finally {
    callsUnderWay -= 1
  }
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
    return openIdentityClient(identity, emulatorUrl, tellOfDrop)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    await reloadForChunk()
    return null
  }
}
