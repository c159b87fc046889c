import 'client-only'

/** Why this browser can't use passkeys on this page; null if it can. Browsers have them for names, not for IP addresses. */
export function passkeyObstacle(): 'browser' | 'address' | null {
  if (!('PublicKeyCredential' in window)) return 'browser'
  return /^([\d.]+|\[.*)$/.test(location.hostname) ? 'address' : null
}
