import 'client-only'
import { reloadForChunk } from '@/lib/browser/errors/chunk-reload'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { observable } from '@/lib/browser/observable'
import { isChunkLoadError } from '@/lib/builds/build-id'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { withTimeLimit } from '@/lib/time/time-limit'
import { failureOf, isRevocation, type Revocation } from './fault'
import type { FreshToken, IdentityClient, Outcome, StoredUser } from './firebase'
import { withinLimit } from './second-factor'

/** Preloads the identity provider's SDK, so the button responds immediately. */
export async function prepareIdentity(config: PublicConfig): Promise<void> {
  await askIdentity(config, async () => ({ status: 'done', value: undefined }))
}

/** The SDK waits 30 s for response headers and forever for the body; its chunk may never load either. */
const longestWaitMs = 45_000

/**
 * Calls the provider: `sdk-unreachable` if the SDK didn't load, `sdk-fault` if it failed without a code,
 * `timeout` if it hangs, a second factor apart. Never rejects: every form awaits it. No limit for what waits for a person.
 */
export async function askIdentity<T>(
  config: PublicConfig,
  question: (client: IdentityClient) => Promise<Outcome<T>>,
  { limitMs = longestWaitMs }: { limitMs?: number | null } = {},
): Promise<Outcome<T>> {
  const asked = loadClient(config).then((client) => (client ? question(client) : unreachable))
  const outcome = await (limitMs === null ? asked : withinLimit(asked, limitMs)).catch(failureOf)
  if (outcome.status === 'failed' && isRevocation(outcome.code)) revocations.set(outcome.code)
  // Then it was our own policy that blocked it.
  const isLetIn = config.recaptcha || config.secondFactors.includes('sms')
  const isOff = outcome.status === 'failed' && outcome.code === 'captcha-blocked' && !isLetIn
  return isOff ? { status: 'failed', code: 'captcha-off' } : outcome
}

const unreachable = { status: 'failed', code: 'sdk-unreachable' } as const

/** A freshly issued token for the stored user. */
export function freshToken(config: PublicConfig): Promise<Outcome<FreshToken>> {
  return askIdentity(config, (client) => client.freshToken())
}

/** The browser's stored user, restored and reloaded by the SDK. Null if the SDK didn't load. */
export async function storedUser(config: PublicConfig): Promise<StoredUser | null> {
  const client = await loadClient(config)
  return client ? client.storedUser() : null
}

/** Removes the stored user: first through the SDK, then anything left in its stores. */
export async function forgetStoredUser(config: PublicConfig): Promise<void> {
  await evenIfStorageFails(async () => {
    const client = await loadClient(config)
    if (client) await withTimeLimit(client.signOut(), longestWaitMs)
  })
  await evenIfStorageFails(emptyStores)
}

/** Codes that say nothing about the user: there was no response. */
export const unreachableCodes: readonly IdentityErrorCode[] = [
  'sdk-unreachable',
  'sdk-fault',
  'network-request-failed',
  'timeout',
]

const revocations = observable<Revocation, null>(null)

/** Fires when any provider call returns a revocation. Returns the unsubscribe function. */
export const watchRevocations = revocations.subscribe

let client: Promise<IdentityClient | null> | null = null

/** One client per page. Null if the SDK didn't load; the next call retries. */
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
    return openIdentityClient(identity, emulatorUrl, revocations.set)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    await reloadForChunk()
    return null
  }
}

/** Logs failing storage (iOS drops the connection) without blocking the user. */
async function evenIfStorageFails(forget: () => Promise<void>): Promise<void> {
  try {
    await forget()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    await ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) => reportError(error))
  }
}

/** The SDK's own names for its stores. */
const database = { name: 'firebaseLocalStorageDb', store: 'firebaseLocalStorage' }
const fallbackPrefix = 'firebase:'

const longestClearingMs = 3_000

/**
 * Clears what the SDK left behind if it didn't load or failed. Keeps the database itself: deleting it would
 * block on other tabs that have it open.
 */
async function emptyStores(): Promise<void> {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(fallbackPrefix)) storage.removeItem(key)
  // Firefox before 126 can't list databases, and opening would create it: there the SDK's
  // own sign-out must do.
  if (!('databases' in indexedDB)) return
  const existing = await indexedDB.databases()
  if (!existing.some(({ name }) => name === database.name)) return
  await withTimeLimit(clearDatabase(), longestClearingMs)
}

async function clearDatabase(): Promise<void> {
  const opened = await resultOf(indexedDB.open(database.name))
  try {
    if (!opened.objectStoreNames.contains(database.store)) return
    await resultOf(opened.transaction(database.store, 'readwrite').objectStore(database.store).clear())
  } finally {
    opened.close()
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
