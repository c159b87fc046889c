import 'client-only'
import { chunkReload } from '@/lib/errors/script-retry'

/**
 * What a browser may refuse a page: storage, databases, locks and channels, where site data is blocked, switched off or not
 * known. Nobody else asks for them, so a refusal stops no page.
 */

/** Storage keys with personal data, in one list so sign-out clears them all, whichever code is loaded. */
export const personal = {
  drafts: 'foyer-drafts',
  linkEmail: 'foyer-sign-in-email',
  typed: chunkReload.key,
} as const

/** Counts sign-outs in this browser, so a tab that slept through one knows its data is outdated. */
export const signOutsKey = 'foyer-sign-outs'

/** Set while the SDK's stores have to be emptied: IndexedDB may not answer before the page has to leave. */
export const pendingSignOutKey = 'foyer-clearing'

export function isSignOutPending(): boolean {
  return tryStorage(({ local }) => local.getItem(pendingSignOutKey)) === '1'
}

/** Clears personal data in this tab and in storage shared by all tabs. */
export function forgetPersonal(keys: readonly string[] = Object.values(personal)): void {
  tryStorage(({ local, session }) => {
    for (const key of keys) {
      local.removeItem(key)
      session.removeItem(key)
    }
  })
}

/** The result of a storage operation; undefined if storage is refused, switched off or full. */
export function tryStorage<T>(work: (storage: typeof stores) => T): T | undefined {
  return unlessRefused(() => work(stores))
}

const stores = {
  get local(): Storage {
    return granted(globalThis.localStorage)
  },
  get session(): Storage {
    return granted(globalThis.sessionStorage)
  },
}

/** The databases of this browser, or null. */
export function findDatabases(): IDBFactory | null {
  return unlessRefused(() => globalThis.indexedDB) ?? null
}

/** A channel to the other tabs of this browser, or null. */
export function openChannel(name: string): BroadcastChannel | null {
  return unlessRefused(() => new BroadcastChannel(name)) ?? null
}

/**
 * Runs work with a Web Lock, or with null if `ifAvailable` found it taken. Undefined without having begun if there are no
 * locks, they are refused, or the signal came first. Rejects as the work does.
 */
export async function withLock<T>(
  name: string,
  options: LockOptions,
  work: (lock: Lock | null) => Promise<T>,
): Promise<{ result: T } | undefined> {
  const begun: Promise<T>[] = []
  const begin = (lock: Lock | null) => (begun[0] ??= work(lock))
  const ask = async () => granted(navigator.locks).request(name, options, begin)
  await ask().catch((error) => begun[0] ?? ifRefused(error))
  return begun[0] && { result: await begun[0] }
}

/** The result; undefined if the browser refused. */
function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    return ifRefused(error)
  }
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof DOMException)) throw error
}

/** Where it is switched off, some browsers have null in its place, and old ones nothing. */
function granted<T>(kind: T | null | undefined): T {
  if (!kind) throw new DOMException()
  return kind
}
