// @ts-nocheck: stands beside consent, not on it
import 'client-only'

export const loadConsent = () => import('@/lib/browser/consent/consent')
