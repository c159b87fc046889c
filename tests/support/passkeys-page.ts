/** Passkeys on the account page, at a site's name. */
import { expect, type Page } from '@playwright/test'
import { passkeyRequests } from '@/lib/site/passkey-routes'

/** The section, and what is in it. */
export function passkeysOn(page: Page) {
  const section = page.getByRole('region', { name: 'Passkeys' })
  return {
    section,
    entries: section.getByRole('listitem'),
    alert: section.getByRole('alert').filter({ hasText: /./ }),
    add: section.getByRole('button', { name: 'Add a passkey' }),
  }
}

/** Presses, and waits until the page has the passkey in its list, and has signaled it. */
export async function addPasskeyOn(page: Page): Promise<void> {
  const { section, add } = passkeysOn(page)
  await waitForSignal(page, () => add.click())
  await expect(section.getByText('Passkey added. You can now sign in with it.')).toBeVisible()
}

/** Changes the list, and waits for the request by which the page signals it, while there is a session. */
export async function waitForSignal(page: Page, change: () => Promise<void>): Promise<void> {
  const asked = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().endsWith(passkeyRequests.passkeys),
  )
  await change()
  await asked
}
