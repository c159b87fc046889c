import 'client-only'
import { observable } from '@/lib/browser/observable'

/**
 * Whether the next page is slow to come, as Next's router and the page shown have it. React's own state would not do: set in
 * a navigation, it is shown when that is over.
 */
const slow = observable<boolean>(false)
export const isNavigationSlow = slow.current
export const watchNavigation = slow.subscribe

/** A navigation has begun. Only after a while is it slow: what comes at once needs no sign. */
export function beginNavigation(url: string): void {
  clearTimeout(timer)
  if (new URL(url, location.href).pathname === shownPath) slow.set(false)
  else timer = setTimeout(() => slow.set(true), slowAfterMs)
}

/** This page is there now; whatever was on its way has come, or was given up. */
export function showPath(path: string): void {
  shownPath = path
  clearTimeout(timer)
  slow.set(false)
}

const slowAfterMs = 300

let timer: ReturnType<typeof setTimeout> | undefined
let shownPath = ''
