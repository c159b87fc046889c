import 'client-only'

/** Storage keys with personal data, in one list so sign-out clears them all, whichever code is loaded. */
export const personal = {
  drafts: 'foyer-drafts',
  linkEmail: 'foyer-sign-in-email',
  typed: 'foyer-chunk-reload',
} as const

/** Counts sign-outs in this browser, so a tab that slept through one knows its data is outdated. */
export const signOutsKey = 'foyer-sign-outs'

/** Clears personal data in this tab and in storage shared by all tabs. */
export function forgetPersonal(keys: readonly string[] = Object.values(personal)): void {
  tryStorage(() => {
    for (const key of keys) {
      localStorage.removeItem(key)
      sessionStorage.removeItem(key)
    }
  })
}

/** The result of a storage operation; undefined if storage is disabled or full. */
export function tryStorage<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
