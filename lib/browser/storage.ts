import 'client-only'

/**
 * The keys under which something of a person is kept. They are in one list, and not with those who keep it, as a sign-out
 * forgets all of it whichever code is on the page.
 */
export const personal = {
  drafts: 'foyer-drafts',
  linkEmail: 'foyer-sign-in-email',
  typed: 'foyer-chunk-reload',
} as const

/** Counts how often somebody has signed out in this browser: a tab that slept meanwhile finds what it keeps to be of before. */
export const signOutsKey = 'foyer-sign-outs'

/** Forgets what is kept of a person in this tab, and for all tabs. */
export function forgetPersonal(keys: readonly string[] = Object.values(personal)): void {
  tryStorage(() => {
    for (const key of keys) {
      localStorage.removeItem(key)
      sessionStorage.removeItem(key)
    }
  })
}

/** What the work in the browser's storage comes to; undefined where storage is switched off or full. */
export function tryStorage<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
