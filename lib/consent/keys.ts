/** The part of consent that every page loads. */

/** Storage keys (S35–S39). The first holds JSON, the second an ISO time. */
export const consentKeys = { choice: 'cookie-consent', time: 'cookie-consent-timestamp' } as const

/** Banner delay after page load (S143). */
export const bannerDelayMs = 1000
