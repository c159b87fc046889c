import 'client-only'
import { tryStorage } from '@/lib/browser/site-data'

const offKey = 'foyer-shortcuts'

/** Whether the user has turned single-key shortcuts off, as speech input needs (WCAG 2.1.4). */
export function areShortcutsOff(): boolean {
  return tryStorage(({ local }) => local.getItem(offKey)) === 'off'
}

export function setShortcutsEnabled(isOn: boolean): void {
  tryStorage(({ local }) => (isOn ? local.removeItem(offKey) : local.setItem(offKey, 'off')))
}
