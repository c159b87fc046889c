/** What every page says while people sign in at the Auth emulator (spec section 2). */
export const emulatorWarning = 'Running in emulator mode. Do not use with production credentials.'
