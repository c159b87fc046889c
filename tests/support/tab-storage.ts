/** A tab's storage without a browser, for unit tests. */
import { vi } from 'vitest'

/** A storage in memory; every call throws `fault`. */
export function createStorage(fault?: DOMException) {
  const items = new Map<string, string>()
  const call = <T>(work: () => T): T => {
    if (fault) throw fault
    return work()
  }
  return {
    getItem: (key: string) => call(() => items.get(key) ?? null),
    setItem: (key: string, value: string) => call(() => items.set(key, value)),
    removeItem: (key: string) => call(() => items.delete(key)),
  }
}

/** Until `vi.unstubAllGlobals`. */
export function stubTab(): void {
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('localStorage', createStorage())
  // Without Web Locks a tab knows only of itself.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('document', { documentElement: { dataset: {}, toggleAttribute: () => false } })
}
