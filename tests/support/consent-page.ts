/** The consent banner and dialog, and the stored choice. */
import { expect, type Page } from '@playwright/test'
import { bannerDelayMs, consentKeys } from '@/lib/consent/keys'
import { type ConsentChoice, type ConsentType, describeConsent } from '@/lib/consent/record'
import { waitForAnimations } from './pages'

export const all = { analytics: true, marketing: true }
export const none = { analytics: false, marketing: false }

export type ConsentPage = ReturnType<typeof consentOn>

/** The parts of the banner and the dialog, by role and name. */
export function consentOn(page: Page) {
  const banner = page.getByRole('region', { name: 'We use cookies' })
  const dialog = page.getByRole('dialog', { name: 'Manage Cookie Preferences' })
  const inBanner = (name: string) => banner.getByRole('button', { name, exact: true })
  const inDialog = (name: string) => dialog.getByRole('switch', { name, exact: true })
  return {
    banner,
    dialog,
    reject: inBanner('Reject All'),
    customize: inBanner('Customize'),
    accept: inBanner('Accept All'),
    close: inBanner('Reject all and close'),
    privacy: banner.getByRole('link', { name: 'Privacy', exact: true }),
    essential: inDialog('Essential Cookies'),
    analytics: inDialog('Analytics Cookies'),
    marketing: inDialog('Marketing Cookies'),
    rejectInDialog: dialog.getByRole('button', { name: 'Reject All', exact: true }),
    acceptInDialog: dialog.getByRole('button', { name: 'Accept All', exact: true }),
    save: dialog.getByRole('button', { name: 'Save Preferences', exact: true }),
    closeDialog: dialog.getByRole('button', { name: 'Close without saving', exact: true }),
    settings: page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings', exact: true }),
  }
}

/** Opens a page without a stored choice, and waits for the banner, whose delay is skipped. */
export async function openWithBanner(page: Page, path = '/'): Promise<ConsentPage> {
  await setBannerDelay(page, 'at once')
  await page.goto(path)
  const on = consentOn(page)
  await expect(on.banner).toBeVisible()
  // The emulator's own banner lifts it, perhaps under a press.
  const { emulatorUrl } = await (await page.request.get('/api/config')).json()
  if (emulatorUrl) await expect(page.getByText('Running in emulator mode.')).toBeVisible()
  return on
}

/** Shows the banner on later pages immediately, or with `showBanner`, instead of a second after the load. */
export async function setBannerDelay(page: Page, when: 'at once' | 'when called'): Promise<void> {
  await page.addInitScript(
    ({ isKept, delayMs }) => {
      const start = window.setTimeout
      const kept: TimerHandler[] = []
      const startOrKeep = (work: TimerHandler, waitMs?: number) => {
        if (waitMs !== delayMs) return start(work, waitMs)
        return isKept ? kept.push(work) : start(work)
      }
      const callBanner = () => {
        for (const work of kept.splice(0)) start(work)
      }
      Object.assign(window, { setTimeout: startOrKeep, callBanner })
    },
    { isKept: when === 'when called', delayMs: bannerDelayMs },
  )
}

/** Shows the banner that was held back, once the emulator's own has loaded. */
export async function showBanner(page: Page): Promise<void> {
  await expect(page.getByText('Running in emulator mode.')).toBeVisible()
  await page.evaluate(() => (window as unknown as { callBanner(): void }).callBanner())
  await expect(consentOn(page).banner).toBeVisible()
  await waitForAnimations(page)
}

/** Opens the dialog by the footer's button, sets both switches and saves. */
export async function savePreferences(page: Page, { analytics, marketing }: ConsentChoice): Promise<void> {
  const on = consentOn(page)
  await on.settings.click()
  await on.analytics.setChecked(analytics)
  await on.marketing.setChecked(marketing)
  await on.save.click()
}

export type Stored = { choice: string | null; time: string | null }

export async function storedChoice(page: Page): Promise<Stored> {
  return page.evaluate(
    (keys) => ({ choice: localStorage.getItem(keys.choice), time: localStorage.getItem(keys.time) }),
    consentKeys,
  )
}

/** Overwrites the stored choice, for the next page. */
export function overwriteStoredChoice(
  page: Page,
  { choice, time }: Record<keyof Stored, string>,
): Promise<void> {
  return page.evaluate(
    ({ keys, choice, time }) => {
      localStorage.setItem(keys.choice, choice)
      localStorage.setItem(keys.time, time)
    },
    { keys: consentKeys, choice, time },
  )
}

/** Stores a choice made a minute before the first page; a later choice stays. */
export async function storeEarlierChoice(
  page: Page,
  type: ConsentType,
  choice: ConsentChoice,
): Promise<void> {
  const stored = describeConsent({ ...choice, type, gpc: false, at: new Date(Date.now() - 60_000) })
  await page.context().addInitScript(
    ({ keys, stored }) => {
      if (!location.protocol.startsWith('http') || localStorage.getItem(keys.choice)) return
      localStorage.setItem(keys.choice, stored.choice)
      localStorage.setItem(keys.time, stored.time)
    },
    { keys: consentKeys, stored },
  )
}
