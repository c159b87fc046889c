/** The steps to each state of the account page with passkeys. */

import type { Page } from '@playwright/test'
import { takeEach } from '../screens/pictures'
import { after, click, seesText } from '../screens/states'
import { openCollapsedAccount, startOnCollapsedAccount } from '../support/account-page'
import { queryDatabase } from '../support/database/rows'
import { expect } from '../support/fixtures'
import { createProvedAccount } from '../support/mails'

import type { Site } from '../support/site'
import { signIn } from '../support/visitor'
import { passkeysOn } from './page'
import { addAuthenticator } from './virtual-authenticator'

/** A new account with a passkey. */
async function addPasskey(page: Page, site: Site) {
  await addAuthenticator(page, { isSynced: true })
  const account = await startOnCollapsedAccount(page, site, await createProvedAccount(site))
  const { add, section } = passkeysOn(page)
  await add.click()
  await expect(section.getByText('Passkey added.')).toBeVisible()
  return account
}

/** A new account with three: in use, of a security key, and of another address of the site. */
async function addPasskeys(page: Page, site: Site): Promise<void> {
  const { userId } = await addPasskey(page, site)
  for (const values of [
    `false, aaguid, 'Blue security key from the office drawer', rp_id, now() - interval '40 days', null`,
    `true, aaguid, 'iCloud Keychain', 'old.example.com', now() - interval '1 year', now() - interval '3 days'`,
  ])
    await queryDatabase(
      site.databaseUrl,
      `insert into passkeys select gen_random_uuid(), credential_id || $2, uid, public_key, counter, transports,
        backup_eligible, ${values} from passkeys where uid = $1 and name is null`,
      [userId, values],
    )
  await openCollapsedAccount(page)
}

takeEach({
  'passkeys-hint': async (page, site) => {
    await addAuthenticator(page)
    await signIn(page, await createProvedAccount(site))
    await seesText('Sign in faster next time')(page, site)
  },
  'passkeys-added': addPasskey,
  'passkeys-list': addPasskeys,
  'passkeys-rename': after(addPasskeys, click(/^Rename Blue/)),
  'passkeys-remove': after(addPasskeys, click(/^Remove Blue/)),
})
