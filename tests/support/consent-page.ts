/** What tests of the banner and the dialog share: where things are, and what is stored. */
import type { Page } from '@playwright/test'
import { consentKeys } from '@/lib/consent-keys'

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
    essential: inDialog('Essential Cookies'),
    analytics: inDialog('Analytics Cookies'),
    marketing: inDialog('Marketing Cookies'),
    save: dialog.getByRole('button', { name: 'Save Preferences', exact: true }),
    closeDialog: dialog.getByRole('button', { name: 'Close without saving', exact: true }),
    settings: page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings', exact: true }),
    notice: page.getByRole('region', { name: 'Cookies deleted' }),
  }
}

export type Stored = { choice: string | null; time: string | null }

/** What stands in storage under the two keys, once what a press has left for after the paint is done. */
export function storedChoice(page: Page): Promise<Stored> {
  return page.evaluate(async (keys) => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return { choice: localStorage.getItem(keys.choice), time: localStorage.getItem(keys.time) }
  }, consentKeys)
}

/** Lets the visitor have this in storage before the first page loads; what is there later stays. */
export async function rememberChoice(page: Page, stored: Stored): Promise<void> {
  await page.addInitScript(
    ({ keys, stored }) => {
      if (localStorage.length > 0) return
      if (stored.choice !== null) localStorage.setItem(keys.choice, stored.choice)
      if (stored.time !== null) localStorage.setItem(keys.time, stored.time)
    },
    { keys: consentKeys, stored },
  )
}

/**
 * Until all has come to rest: colours are judged, and boxes measured, then. A movement that is broken
 * off, as of a banner that has gone meanwhile, rejects its `finished`: it rests, too.
 */
export async function awaitRest(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}
