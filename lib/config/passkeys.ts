/** The RP ID of passkeys (WebAuthn section 4): a domain that browsers compare with the page's host. */
import * as v from 'valibot'

export const domain = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/, 'must be a domain, without scheme and port'),
)

type Site = { siteUrl: string | null; isEmulated: boolean; chosen: string | null }

/**
 * The site's RP ID, or null without passkeys; `problem` if the chosen one is impossible. Another site's domain is possible
 * if its `/.well-known/webauthn` names this site (related origins, section 5.11), which browsers and the doctor check.
 */
export function resolveRpId({ siteUrl, isEmulated, chosen }: Site): {
  rpId: string | null
  problem?: string
} {
  const origin = siteUrl ?? (isEmulated ? 'http://localhost' : null)
  if (!origin) return chosen ? { rpId: null, problem: 'must have SITE_URL beside it' } : { rpId: null }
  const { protocol, hostname } = new URL(origin)
  const isPossible = !isAddress(hostname) && (protocol === 'https:' || isLocal(hostname))
  if (!isPossible)
    return chosen ? { rpId: null, problem: 'must have a SITE_URL with https and a name' } : { rpId: null }
  if (!chosen || chosen === hostname) return { rpId: hostname }
  // Browsers also refuse public suffixes, such as web.app, which aren't checked here.
  return chosen.includes('.') && !isAddress(chosen)
    ? { rpId: chosen }
    : { rpId: null, problem: 'must be a domain, such as example.com' }
}

/** Whether browsers accept this RP ID on this host without a request to the domain. */
export function isOwnRpId(rpId: string, hostname: string): boolean {
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
}

/** Whether the host is an IP address, where browsers refuse passkeys. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost')
}
