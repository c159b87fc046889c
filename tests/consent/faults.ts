import { EventEmitter, once } from 'node:events'
import type { Page } from '@playwright/test'
import { apiRoutes } from '@/lib/site/api-routes'

/** What the browser or the network refuses or delays, or a signal that the browser sends. */
export type Fault = 'full storage' | 'no storage' | 'slow settings' | 'slow tag' | 'Global Privacy Control'

/** Causes the fault on the pages to come. Returns what ends it. */
export async function causeFault(
  page: Page,
  tagServer: { hold(): () => void },
  fault?: Fault,
): Promise<() => void> {
  if (fault === 'slow tag') return tagServer.hold()
  const settings = new EventEmitter()
  const released = once(settings, 'release')
  if (fault === 'slow settings')
    await page.route(`**${apiRoutes.config}`, (route) => released.then(() => route.fallback()))
  await page.addInitScript((fault) => {
    const refuse = () => {
      throw new DOMException('Refused.', fault === 'full storage' ? 'QuotaExceededError' : 'SecurityError')
    }
    if (fault === 'full storage') Storage.prototype.setItem = refuse
    if (fault === 'no storage') Object.defineProperty(window, 'localStorage', { get: refuse })
    if (fault === 'Global Privacy Control')
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  }, fault)
  return () => settings.emit('release')
}
