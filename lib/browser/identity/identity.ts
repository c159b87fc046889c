import 'client-only'
import { reloadForChunk } from '@/lib/browser/errors/chunk-reload'
import { observable } from '@/lib/browser/observable'
import { isSignOutPending } from '@/lib/browser/site-data'
import { isChunkLoadError } from '@/lib/builds/build-id'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { failureOf, isRevocation, type Revocation } from './fault'
import type { FreshToken, IdentityClient, Outcome, StoredUser } from './firebase'
import { withTimeoutExceptPrompts } from './second-factor'

/** Preloads the identity provider's SDK, so the button responds immediately. */
export async function preloadIdentity(config: PublicConfig): Promise<void> {
  await callIdentity(config, async () => ({ status: 'done', value: undefined }))
}

/** The SDK waits 30 s for response headers and forever for the body; its chunk may never load either. */
const maxWaitMs = 45_000

/**
 * Calls the provider: `sdk-unreachable` if the SDK didn't load, `sdk-fault` if it failed without a code, `timeout`
 * after `limitMs`, not counting second-factor prompts. Never rejects: every form awaits it. Calls that wait for the
 * user, such as popups, need `limitMs: null`.
 */
export async function callIdentity<T>(
  config: PublicConfig,
  call: (client: IdentityClient) => Promise<Outcome<T>>,
  { limitMs = maxWaitMs }: { limitMs?: number | null } = {},
): Promise<Outcome<T>> {
  const calling = loadClient(config).then((client) => (client ? call(client) : unreachable))
  const outcome = await (limitMs === null ? calling : withTimeoutExceptPrompts(calling, limitMs)).catch(
    failureOf,
  )
  if (outcome.status === 'failed' && isRevocation(outcome.code)) revocations.set(outcome.code)
  // Unless our CSP allows captchas, it was the CSP that blocked this one.
  const allowsCaptcha = config.recaptcha || config.secondFactors.includes('sms')
  const isOff = outcome.status === 'failed' && outcome.code === 'captcha-blocked' && !allowsCaptcha
  return isOff ? { status: 'failed', code: 'captcha-off' } : outcome
}

const unreachable = { status: 'failed', code: 'sdk-unreachable' } as const

/** A freshly issued token for the stored user. */
export function freshToken(config: PublicConfig): Promise<Outcome<FreshToken>> {
  return callIdentity(config, (client) => client.freshToken())
}

/** The user stored in this browser, restored and reloaded by the SDK. Null if the SDK didn't load. */
export async function storedUser(config: PublicConfig): Promise<StoredUser | null> {
  const client = await loadClient(config)
  return client ? client.storedUser() : null
}

/** Codes that say nothing about the user: there was no response. */
export const unreachableCodes: readonly IdentityErrorCode[] = [
  'sdk-unreachable',
  'sdk-fault',
  'network-request-failed',
  'timeout',
]

const revocations = observable<Revocation, null>(null)

/** Notifies of each revocation that a provider call returns. Returns the unsubscribe function. */
export const watchRevocations = revocations.subscribe

let client: Promise<IdentityClient | null> | null = null

/** One client per page. Null if the SDK didn't load; the next call retries. */
async function loadClient(config: PublicConfig): Promise<IdentityClient | null> {
  client ??= createClient(config)
  const loaded = await client
  if (!loaded) client = null
  return loaded
}

/** The SDK would wait forever for an unresponsive IndexedDB. */
async function createClient({ identity, emulatorUrl }: PublicConfig): Promise<IdentityClient | null> {
  if (!identity) return null
  try {
    if (isSignOutPending()) await (await import('./stores')).clearStores()
    const { createIdentityClient, isDatabaseResponsive } = await import('./firebase')
    return createIdentityClient(identity, emulatorUrl, revocations.set, await isDatabaseResponsive())
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    await reloadForChunk()
    return null
  }
}
