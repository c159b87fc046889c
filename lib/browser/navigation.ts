import 'client-only'
/** Whether the next page lets us wait, as Next's router and the page shown tell. */

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

/** Tells the one who shows it, until the way to stop is taken. */
export function watchNavigation(tell: (isSlow: boolean) => void): () => void {
  setSlow = tell
  return () => {
    setSlow = ignore
  }
}

const ignore = () => undefined

const slowAfterMs = 300

let setSlow: (isSlow: boolean) => void = ignore
let timer: ReturnType<typeof setTimeout> | undefined
let shownPath = ''
