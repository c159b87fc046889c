/** Chromium's virtual authenticators (WebAuthn section 11). */
import type { CDPSession, Page } from '@playwright/test'

export type Authenticator = {
  /** Whether its user touches it; until then a prompt waits. */
  touch(isTouched: boolean): Promise<void>
  /** Whether it verifies its user. */
  recognize(isRecognized: boolean): Promise<void>
  /** The credential IDs it has, in base64. */
  credentials(): Promise<string[]>
  /** Deletes its passkeys. */
  clear(): Promise<void>
}

/** Adds an authenticator that stores passkeys; at first it is touched, and verifies its user. */
export async function addAuthenticator(
  page: Page,
  { isSynced = false }: { isSynced?: boolean } = {},
): Promise<Authenticator> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
  return {
    touch: async (enabled) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    recognize: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    credentials: async () => {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ credentialId }) => credentialId)
    },
    clear: async () => {
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}
