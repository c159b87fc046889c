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

/** Whether a password manager may make a passkey unasked, after it has filled in a password. Not all browsers can tell. */
export async function hasConditionalCreate(): Promise<boolean> {
  if (!('getClientCapabilities' in PublicKeyCredential)) return false
  try {
    return (await PublicKeyCredential.getClientCapabilities()).conditionalCreate === true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
