/** Authenticators as Chromium makes them up: on pages by name, as browsers have no passkeys at an IP address. */
import type { Page } from '@playwright/test'
import { test as base } from './fixtures'
import { originOf } from './passkeys'
import type { Site } from './site'

/** Of a site by its name. */
export const test = base.extend<object, { site: Site }>({
  site: [({ site }, use) => use({ ...site, url: originOf(site) }), { scope: 'worker' }],
})

export type VirtualAuthenticator = {
  /** Whether it verifies the user from now on; if not, it refuses, as after a wrong PIN or a cancellation. */
  verify: (isVerified: boolean) => Promise<unknown>
  remove: () => Promise<unknown>
}

type Abilities = { hasUserVerification?: boolean; isSynced?: boolean }

/** Gives the page's browser an authenticator, which answers at once. */
export async function giveAuthenticator(
  page: Page,
  { hasUserVerification = true, isSynced = false }: Abilities = {},
): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification,
      isUserVerified: hasUserVerification,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
  return {
    verify: (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    remove: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}
