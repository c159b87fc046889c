import 'client-only'
/**
 * Whether the next page lets us wait: a store for `useSyncExternalStore`, kept by Next's router and the page shown. A state
 * of React's would not do: told in a navigation, it would be shown when that is over.
 */

/** A navigation has begun. Only after a while is it slow: what comes at once needs no sign. */
export function beginNavigation(url: string): void {
  clearTimeout(timer)
  if (new URL(url, location.href).pathname === shownPath) setSlow(false)
  else timer = setTimeout(() => setSlow(true), slowAfterMs)
}

/** This page is there now; whatever was on its way has come, or was given up. */
export function showPath(path: string): void {
  shownPath = path
  clearTimeout(timer)
  setSlow(false)
}

export function isNavigationSlow(): boolean {
  return isSlow
}

/** Tells of each change, until the way to stop is taken. */
export function watchNavigation(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

const slowAfterMs = 300

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let shownPath = ''
let isSlow = false

function setSlow(slow: boolean): void {
  isSlow = slow
  for (const tell of listeners) tell()
}
