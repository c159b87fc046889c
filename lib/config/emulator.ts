/** Shown on every page in emulator mode (spec section 2). */
export const emulatorWarning = 'Running in emulator mode. Do not use with production credentials.'
