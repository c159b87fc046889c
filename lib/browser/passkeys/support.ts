import 'client-only'
/** What this browser and device can do with passkeys. */

/** Whether this browser has passkeys at all. Whether the site has them at this address, its settings say. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

/** Whether the device itself can keep one, and check who its user is. */
export async function hasPlatformAuthenticator(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch (error) {
    // Where a policy of the browser's owner forbids it.
    if (error instanceof DOMException) return false
    throw error
  }
}
