import 'client-only'

/** Whether this browser supports passkeys. The settings say whether the site offers them at this address. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

/** Whether the device itself can store a passkey and verify its user. */
export async function hasPlatformAuthenticator(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch (error) {
    // Forbidden by an enterprise policy.
    if (error instanceof DOMException) return false
    throw error
  }
}

/** Whether a password manager may create a passkey after filling in a password. Not all browsers can tell. */
export async function hasConditionalCreate(): Promise<boolean> {
  if (!('getClientCapabilities' in PublicKeyCredential)) return false
  try {
    return (await PublicKeyCredential.getClientCapabilities()).conditionalCreate === true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
