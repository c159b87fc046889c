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

/** Loads the identity provider's SDK ahead of its use, so that the button answers at once. */
export async function prepareIdentity(config: PublicConfig): Promise<void> {
  await askIdentity(config, async () => ({ status: 'done', value: undefined }))
}

/** The SDK waits 30 s for the head of an answer, and for ever for its body; its code may never come, either. */
const longestWaitMs = 45_000

/**
 * Asks the provider something; `sdk-unreachable` if its SDK could not be loaded, `sdk-fault` if it failed without a code,
 * `timeout` if it never ends. Rejects never: every form waits for it.
 */
export async function askIdentity<T>(
  config: PublicConfig,
  question: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const asked = loadClient(config).then((client) => (client ? question(client) : unreachable))
  const outcome = await withTimeLimit(asked, longestWaitMs).catch(failureOf)
  if (outcome.status === 'failed' && isRevocation(outcome.code)) revocations.set(outcome.code)
  return outcome
}

const unreachable = { status: 'failed', code: 'sdk-unreachable' } as const

/** A token issued just now for the stored user. */
export function freshToken(config: PublicConfig): Promise<Outcome<FreshToken>> {
  return askIdentity(config, (client) => client.freshToken())
}

/** The user this browser has stored, restored and reloaded by the SDK. Null if the SDK could not be loaded. */
export async function storedUser(config: PublicConfig): Promise<StoredUser | null> {
  const client = await loadClient(config)
  return client ? client.storedUser() : null
}

/** Has this browser forget who was signed in: the SDK first, then whatever is left in its stores. */
export async function forgetStoredUser(config: PublicConfig): Promise<void> {
  await evenIfStorageFails(async () => {
    const client = await loadClient(config)
    if (client) await withTimeLimit(client.signOut(), longestWaitMs)
  })
  await evenIfStorageFails(emptyStores)
}

/** Codes that say nothing of the person: nobody has answered. */
export const unreachableCodes: readonly IdentityErrorCode[] = [
  'sdk-unreachable',
  'sdk-fault',
  'network-request-failed',
  'timeout',
]

const revocations = observable<Revocation, null>(null)

/** Tells when the provider answers any call with a revocation. Returns the way to stop. */
export const watchRevocations = revocations.subscribe

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
    return openIdentityClient(identity, emulatorUrl, revocations.set)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    await reloadForChunk()
    return null
  }
}

/** Where the browser's storage fails (iOS loses the connection to it) the log is told, and the person goes on. */
async function evenIfStorageFails(forget: () => Promise<void>): Promise<void> {
  try {
    await forget()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    await ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) => reportError(error))
  }
}

/** Where the SDK keeps its user and what belongs to it; the names are the SDK's. */
const database = { name: 'firebaseLocalStorageDb', store: 'firebaseLocalStorage' }
const fallbackPrefix = 'firebase:'

const longestClearingMs = 3_000

/**
 * Whatever the SDK has left there: it may not have been loaded, or its own way failed. The database stays, as other tabs
 * have it open, which a deletion would wait for.
 */
async function emptyStores(): Promise<void> {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(fallbackPrefix)) storage.removeItem(key)
  // Firefox before 126 does not tell which there are, and opening would make it: there the SDK's own sign-out has to do.
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
