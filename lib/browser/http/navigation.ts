import 'client-only'
import { observable } from '@/lib/browser/observable'

/** Whether the current navigation is slow. Not React state, which renders only once the navigation is over. */
const slow = observable<boolean>(false)
export const isNavigationSlow = slow.current
export const watchNavigation = slow.subscribe

/** Called when a navigation starts. Fast ones need no indicator. */
export function startNavigation(url: string): void {
  clearTimeout(timer)
  if (new URL(url, location.href).pathname === shownPath) slow.set(false)
  else timer = setTimeout(() => slow.set(true), slowAfterMs)
}

/** Called when the navigation arrives or is abandoned. */
export function finishNavigation(path: string): void {
  shownPath = path
  clearTimeout(timer)
  slow.set(false)
}

const slowAfterMs = 300

let timer: ReturnType<typeof setTimeout> | undefined
let shownPath = ''
