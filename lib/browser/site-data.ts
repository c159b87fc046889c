import 'client-only'
import { chunkReload } from '@/lib/errors/script-retry'

/**
 * What a browser may refuse a page: storage, databases, locks and channels, if site data is blocked, disabled or
 * unsupported. Only this file accesses them, so a refusal breaks no page.
 */

/** Storage keys with personal data, in one list so sign-out clears them all, whichever code is loaded. */
export const personal = {
  drafts: 'foyer-drafts',
  linkEmail: 'foyer-sign-in-email',
  proof: 'foyer-address-proof',
  typed: chunkReload.key,
} as const

/** Counts sign-outs in this browser, so a tab that slept through one knows its data is outdated. */
export const signOutsKey = 'foyer-sign-outs'

/** Set while the SDK's stores have to be emptied: IndexedDB may not respond before the page leaves. */
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

/** Returns the result of a storage operation; undefined if storage is refused, disabled or full. */
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
 * Runs work with a Web Lock, or with null if `ifAvailable` found it taken. Returns undefined, without running it, if locks
 * are unsupported or refused, or the signal aborts first. Rejects if the work does.
 */
export async function withLock<T>(
  name: string,
  options: LockOptions,
  work: (lock: Lock | null) => Promise<T>,
): Promise<{ result: T } | undefined> {
  const started: Promise<T>[] = []
  const start = (lock: Lock | null) => (started[0] ??= work(lock))
  const request = async () => granted(navigator.locks).request(name, options, start)
  await request().catch((error) => started[0] ?? ifRefused(error))
  return started[0] && { result: await started[0] }
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

/** Throws if it's missing: some browsers have null for what is disabled, old ones undefined. */
function granted<T>(kind: T | null | undefined): T {
  if (!kind) throw new DOMException()
  return kind
}
