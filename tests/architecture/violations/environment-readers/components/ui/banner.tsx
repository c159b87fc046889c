// @ts-nocheck: takes the environment apart
const { env: settings } = globalThis.process

export const Banner = () => settings.USE_AUTH_EMULATOR
