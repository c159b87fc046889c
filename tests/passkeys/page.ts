/** Passkeys on the account page. */
import { expect, type Page } from '@playwright/test'
import { passkeyRequests } from '@/lib/passkeys/routes'

/** The parts of the section. */
export function passkeysOn(page: Page) {
  const section = page.getByRole('region', { name: 'Passkeys' })
  return {
    section,
    entries: section.getByRole('listitem'),
    alert: section.getByRole('alert').filter({ hasText: /./ }),
    add: section.getByRole('button', { name: 'Add a passkey' }),
  }
}

/** Adds a passkey, and waits until the list has it and it was signaled. */
export async function addPasskeyOn(page: Page): Promise<void> {
  const { section, add } = passkeysOn(page)
  await waitForSignal(page, () => add.click())
  await expect(section.getByText('Passkey added. You can now sign in with it.')).toBeVisible()
}

/** Changes the list, and waits for the request whose response the page signals to password managers. */
export async function waitForSignal(page: Page, change: () => Promise<void>): Promise<void> {
  const asked = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().endsWith(passkeyRequests.passkeys),
  )
  await change()
  await asked
}
