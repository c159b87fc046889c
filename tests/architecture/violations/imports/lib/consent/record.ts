// @ts-nocheck: a rule passes on what only a browser has
export { storedConsent } from '@/lib/browser/consent/consent'

export const known = true
