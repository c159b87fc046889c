/** The account page of somebody with passkeys: how it comes into each state. */
import type { Page } from '@playwright/test'
import { openCollapsedAccount } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { queryDatabase } from '../support/database/rows'
import { expect } from '../support/fixtures'
import type { Site } from '../support/site'
import { addAuthenticator } from '../support/virtual-authenticator'
import { openNotesAs, signIn } from '../support/visitor'
import type { State } from './states'

const passkeysOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

/** Somebody with this passkey and, if wanted, others: in use, of a security key, and of another address of the site. */
async function addPasskeys(page: Page, site: Site, hasOthers: boolean): Promise<void> {
  const account = await createAccount(site)
  await addAuthenticator(page, { isSynced: true })
  await openNotesAs(page, site, account)
  await openCollapsedAccount(page)
  await passkeysOf(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeysOf(page).getByText('Passkey added.')).toBeVisible()
  if (!hasOthers) return
  const copy = (values: string) =>
    queryDatabase(
      site.databaseUrl,
      `insert into passkeys select gen_random_uuid(), credential_id || $2, uid, public_key, counter, transports,
        backup_eligible, ${values} from passkeys where uid = $1 and name is null`,
      [account.userId, values],
    )
  await copy(
    `false, aaguid, 'Blue security key from the office drawer', rp_id, now() - interval '40 days', null`,
  )
  await copy(
    `true, aaguid, 'iCloud Keychain', 'old.example.com', now() - interval '1 year', now() - interval '3 days'`,
  )
  await openCollapsedAccount(page)
}

const withPasskeys =
  (then: (page: Page) => Promise<unknown> = async () => undefined): State =>
  async (page, site) => {
    await addPasskeys(page, site, true)
    await then(page)
  }

export const passkeys: Record<string, State> = {
  'passkeys-hint': async (page, site) => {
    await addAuthenticator(page)
    await signIn(page, await createAccount(site))
    await expect(page.getByText('Sign in faster next time')).toBeVisible()
  },
  'passkeys-confirmation': withPasskeys(async (page) => {
    // As after an old sign-in.
    const refused = { status: 403, json: { code: 'recent-sign-in-needed' } }
    await page.route('**/api/passkeys/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(refused) : route.fallback(),
    )
    await passkeysOf(page).getByRole('button', { name: 'Remove Blue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  }),
  'passkeys-added': (page, site) => addPasskeys(page, site, false),
  'passkeys-list': withPasskeys(),
  'passkeys-rename': withPasskeys((page) =>
    passkeysOf(page).getByRole('button', { name: 'Rename Blue' }).click(),
  ),
  'passkeys-remove': withPasskeys((page) =>
    passkeysOf(page).getByRole('button', { name: 'Remove Blue' }).click(),
  ),
}
