import 'server-only'
import { headers } from 'next/headers'
import { type PublicConfig, siteConfig } from '@/lib/config/config'
import { ownOrigin } from '@/lib/http/origin'

/** The site in WebAuthn's terms. `id`: the RP ID, which passkeys are bound to. `origin`: the only one that may use them. */
export type RelyingParty = { id: string; origin: string }

/**
 * The relying party of a request. The origin is `SITE_URL`; without it, which only emulator mode allows, the requested host
 * if it is the RP ID: browsers have no passkeys at an IP address. Null at another host, or without passkeys.
 */
export function relyingParty(headers: Headers): RelyingParty | null {
  const { passkeyRpId: id, origin: settings } = siteConfig()
  const origin = ownOrigin(headers, settings)
  if (!id || !origin) return null
  return settings.siteUrl !== null || new URL(origin).hostname === id ? { id, origin } : null
}

/** The public settings for the requested page: passkeys are on only at the site's own host. */
export async function publicConfigForRequest(): Promise<PublicConfig> {
  const { public: site } = siteConfig()
  return { ...site, passkeys: site.passkeys && relyingParty(await headers()) !== null }
}
