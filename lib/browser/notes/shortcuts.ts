import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'

const offKey = 'foyer-shortcuts'

/** Whether this browser's user has switched shortcuts of a single key off: speech input types letters (WCAG 2.1.4). */
export function areShortcutsOff(): boolean {
  return tryStorage(({ local }) => local.getItem(offKey)) === 'off'
}

export function setShortcutsEnabled(isOn: boolean): void {
  tryStorage(({ local }) => (isOn ? local.removeItem(offKey) : local.setItem(offKey, 'off')))
}
