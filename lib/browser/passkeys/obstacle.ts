import 'client-only'
/** What this browser and device can do with passkeys. */

/** Why this browser can't use passkeys on this page; null if it can. Browsers have them for names, not for IP addresses. */
export function passkeyObstacle(): 'browser' | 'address' | null {
  if (!('PublicKeyCredential' in window)) return 'browser'
  return /^([\d.]+|\[.*)$/.test(location.hostname) ? 'address' : null
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
