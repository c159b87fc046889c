/** Emulator mode: what pages say of it, and how the start command marks a site whose emulator it runs. */

/** Shown on every page in emulator mode (S34). */
export const emulatorWarning = 'Running in emulator mode. Do not use with production credentials.'

/** Set by the start command for the site. Not a setting. */
export const embeddedMark = { FOYER_EMBEDDED: 'true' } as const
