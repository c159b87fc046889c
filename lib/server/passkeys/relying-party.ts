import 'server-only'
import { headers } from 'next/headers'
import { type PublicConfig, siteConfig } from '@/lib/config/config'
import { ownOrigin } from '@/lib/http/origin'
import { type PasskeyRefusal, refused } from './refusal'

/** The site in WebAuthn's terms. `id`: the RP ID, which passkeys are bound to. `origin`: the only one that may use them. */
export type RelyingParty = { id: string; origin: string }

/**
 * The relying party of a request. The origin is `SITE_URL`; without it, which only emulator mode allows, the requested host
 * if it is the RP ID: browsers have no passkeys at an IP address.
 */
export function relyingParty(headers: Headers): { status: 'ok'; rp: RelyingParty } | PasskeyRefusal {
  const { passkeyRpId: id, origin: settings } = siteConfig()
  if (!id) return refused('passkeys-off')
  const origin = ownOrigin(headers, settings)
  const isHere = settings.siteUrl !== null || (origin !== null && new URL(origin).hostname === id)
  return isHere && origin
    ? { status: 'ok', rp: { id, origin } }
    : refused('passkey-wrong-origin', `asked at ${origin}`)
}

/** The public settings for the requested page: passkeys are on only at the site's own host. */
export async function publicConfigForRequest(): Promise<PublicConfig> {
  const { public: site } = siteConfig()
  return { ...site, passkeys: site.passkeys && relyingParty(await headers()).status === 'ok' }
}
