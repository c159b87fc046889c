/** Chromium's virtual authenticators, and passkeys on them (WebAuthn section 11). */
import { type CDPSession, expect, type Page } from '@playwright/test'
import { passkeyRequests } from '@/lib/passkeys/routes'

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

/** Adds a passkey of the signed-in user to the authenticator and to their account, without the account page. */
export async function addPasskey(page: Page, userId: string): Promise<void> {
  const status = await page.evaluate(
    async ({ paths, userId }) => {
      const post = (path: string, body: unknown) =>
        fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const asked = await post(paths.options, { purpose: 'registration', userId })
      const { options } = await asked.json()
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      return (await post(paths.passkeys, { userId, credential: made.toJSON() })).status
    },
    { paths: { options: passkeyRequests.options, passkeys: passkeyRequests.passkeys }, userId },
  )
  expect(status).toBe(200)
}
