/** The two things about consent that every page has to know. */

/** Storage keys (spec section 3). The first holds JSON, the second an ISO time. */
export const consentKeys = { choice: 'cookie-consent', time: 'cookie-consent-timestamp' } as const

/** When the banner appears, after the page has loaded (spec section 9). */
export const bannerDelayMs = 1000
