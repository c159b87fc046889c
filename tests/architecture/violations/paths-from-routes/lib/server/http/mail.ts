// @ts-nocheck: makes an address by itself
import 'server-only'

export const address = (origin: string) => `${origin}/api/contact`
