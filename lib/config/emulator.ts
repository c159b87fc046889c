/** Shown on every page in emulator mode (S34). */
export const emulatorWarning = 'Running in emulator mode. Do not use with production credentials.'
