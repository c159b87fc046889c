/**
 * The services of other sites that need consent. The security policy allows their hosts, the inventory has what they
 * store, and `/privacy` and the cookie dialog show both.
 */
import type { OptionalCategory } from './record'

export type StorageKind = 'cookie' | 'local storage' | 'session storage' | 'IndexedDB'

export type StoredItem = {
  /** A trailing `*` matches any suffix. */
  name: string
  kind: StorageKind
  category: 'essential' | OptionalCategory
  purpose: string
  lifetime: string
  setBy: string
}

/** Sources of a security policy. */
export type ServiceHosts = {
  scripts?: readonly string[]
  images?: readonly string[]
  connections?: readonly string[]
  frames?: readonly string[]
}

export type ConsentedService = {
  name: string
  /** Google's tag is only there where `GTAG_ID` is set, other services always are. */
  isTag: boolean
  hosts: ServiceHosts
  /** Whole sentences for `/privacy`: what it learns, why, and how long it keeps that. */
  learns: string
  why: string
  howLong: string
  stores: readonly StoredItem[]
}

/** Render their content in `<Consented>`. Increment `consentPolicy` when you add one. */
export const consentedServices: readonly ConsentedService[] = [
  {
    name: 'Google Analytics or Google Ads',
    isTag: true,
    // From Google's guide for Google Analytics 4 (developers.google.com/tag-platform/security/guides/csp), but only the
    // tag's own host for scripts: any other could run anything here.
    hosts: {
      scripts: ['https://www.googletagmanager.com'],
      images: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
      connections: [
        'https://*.google-analytics.com',
        'https://*.analytics.google.com',
        'https://*.googletagmanager.com',
      ],
    },
    learns:
      'Google gets the names of the pages you visit, your IP address, what your browser says about itself, and random numbers from cookies. We never send it query strings, your name, or your email address.',
    why: 'To count visits and measure ads.',
    howLong:
      'The cookies as listed below. Google Analytics keeps data on single visits for 2 to 14 months, depending on its settings.',
    stores: [
      {
        name: '_ga',
        kind: 'cookie',
        category: 'analytics',
        purpose: 'A random number that tells visitors apart, to count them.',
        lifetime: '2 years',
        setBy: 'Google Analytics for this site',
      },
      {
        name: '_ga_*',
        kind: 'cookie',
        category: 'analytics',
        purpose: 'Keeps the state of a visit, such as when it started.',
        lifetime: '2 years',
        setBy: 'Google Analytics for this site',
      },
      {
        name: '_gcl_*',
        kind: 'cookie',
        category: 'marketing',
        purpose: 'Remembers which ad led you here.',
        lifetime: '90 days',
        setBy: 'Google Ads for this site',
      },
      {
        name: '_gac_*',
        kind: 'cookie',
        category: 'marketing',
        purpose: 'Connects a visit with the ad that led to it.',
        lifetime: '90 days',
        setBy: 'Google Ads for this site',
      },
    ],
  },
]
