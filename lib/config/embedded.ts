/** The embedded default: the start command runs the Auth emulator, and the site is for this machine only. */
import type { SiteConfig } from './config'
import type { Environment } from './settings'

/** Set by the start command for the site. Not a setting. */
export const embeddedMark = { FOYER_EMBEDDED: 'true' } as const

/** Whether the start command runs the Auth emulator for this site, and `SITE_URL` isn't set. */
export function isEmbedded(environment: Environment, { public: site, origin }: SiteConfig): boolean {
  const isMarked = environment.FOYER_EMBEDDED === embeddedMark.FOYER_EMBEDDED
  return isMarked && site.emulatorUrl !== null && origin.siteUrl === null
}
