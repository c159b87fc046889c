import 'client-only'
import { observable } from '@/lib/browser/observable'

/**
 * Whether the current navigation is slow, from the router's events. React state wouldn't do: set during a
 * navigation, it renders only once that is over.
 */
const slow = observable<boolean>(false)
export const isNavigationSlow = slow.current
export const watchNavigation = slow.subscribe

/** Starts a navigation. Fast ones need no indicator. */
export function startNavigation(url: string): void {
  clearTimeout(timer)
  if (new URL(url, location.href).pathname === shownPath) slow.set(false)
  else timer = setTimeout(() => slow.set(true), slowAfterMs)
}

/** Ends the navigation: it arrived or was abandoned. */
export function finishNavigation(path: string): void {
  shownPath = path
  clearTimeout(timer)
  slow.set(false)
}

const slowAfterMs = 300

let timer: ReturnType<typeof setTimeout> | undefined
let shownPath = ''
