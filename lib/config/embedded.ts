/** The embedded default: the start command brings the Auth emulator, and the site is for this machine alone. */
import type { SiteConfig } from './config'
import type { Environment } from './settings'

/** How the start command tells the site. Not a setting: nobody else can know. */
export const embeddedMark = { FOYER_EMBEDDED: 'true' } as const

/** Whether the start command runs the Auth emulator for this site, and nobody has said what its address is. */
export function isEmbedded(environment: Environment, { public: site, origin }: SiteConfig): boolean {
  const isMarked = environment.FOYER_EMBEDDED === embeddedMark.FOYER_EMBEDDED
  return isMarked && site.emulatorUrl !== null && origin.siteUrl === null
}
