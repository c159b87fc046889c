import 'server-only'
/** The site as WebAuthn knows it. */
import { headers } from 'next/headers'
import { type PublicConfig, siteConfig } from '@/lib/config/config'
import { ownOrigin } from '@/lib/http/origin'
import { type PasskeyRefusal, refused } from './refusal'

/** `id`: the RP ID, which passkeys are bound to. `origin`: where the site's pages are, and no other page may ask. */
export type RelyingParty = { id: string; origin: string }

/**
 * The relying party of a request, or why there is none. The origin is `SITE_URL`; without it, which only the emulator allows, the
 * host that was asked, if that has the RP ID: no browser has passkeys at an IP address.
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

/** The public settings, as they hold for the page that is asked for: passkeys only at the site's name. */
export async function publicConfigForRequest(): Promise<PublicConfig> {
  const { public: site } = siteConfig()
  return { ...site, passkeys: site.passkeys && relyingParty(await headers()).status === 'ok' }
}
