// @ts-nocheck: the server imports from the browser
import 'server-only'
import { storedConsent } from '@/lib/browser/consent/consent'

export const consent = storedConsent
