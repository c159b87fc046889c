/**
 * Everything this site stores in a browser, and the services of other sites that need consent: rendered on `/privacy` and in
 * the cookie dialog, allowed by the security policy, and checked against the site by a test.
 */

import { themeKey } from '../theme'
import { consentKeys } from './keys'
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

/** Has the session cookie's default name, which a setting can change. */
export const inventory: readonly StoredItem[] = [
  ...itemsSetBy({ setBy: 'this site', category: 'essential' }, [
    {
      name: '__session',
      kind: 'cookie',
      purpose: 'Keeps you signed in. Scripts can’t read it. This site might use a different name for it.',
      lifetime: 'until you sign out, at most 30 days',
    },
    {
      name: '__Host-bound',
      kind: 'cookie',
      purpose:
        'Proves that you’re on the device you signed in on, if your browser can. Scripts can’t read it.',
      lifetime: '9 minutes, renewed while you use this site',
    },
    {
      // And its time.
      name: `${consentKeys.choice}*`,
      kind: 'local storage',
      purpose: 'Remembers your cookie choice, and when you made it.',
      lifetime: 'for 6 months, then we ask again',
    },
    {
      name: 'foyer-drafts',
      kind: 'session storage',
      purpose: 'Keeps what you’ve typed but not saved yet.',
      lifetime: 'until you save it, sign out or close the tab',
    },
    {
      name: 'foyer-sign-outs',
      kind: 'local storage',
      purpose:
        'Counts sign-outs in this browser, so other tabs forget what was typed before. Nothing about you.',
      lifetime: 'until you clear this site’s data',
    },
    {
      name: 'foyer-signed-in',
      kind: 'local storage',
      purpose:
        'Remembers that someone is signed in here, so pages show the right links immediately. Not who.',
      lifetime: 'until your session ends',
    },
    {
      name: themeKey,
      kind: 'local storage',
      purpose: 'Remembers the theme you chose, light or dark.',
      lifetime: 'until you choose System or clear this site’s data',
    },
    {
      name: 'foyer-clearing',
      kind: 'local storage',
      purpose: 'Remembers that this browser still has to be cleared after you signed out.',
      lifetime: 'until that’s done, usually immediately',
    },
    {
      name: 'foyer-last-used',
      kind: 'local storage',
      purpose:
        'Remembers how the last person signed in here, such as with a password or Google, to mark it on the form. Not who.',
      lifetime: 'until you delete your account or clear this site’s data',
    },
    {
      name: 'foyer-created-here',
      kind: 'local storage',
      purpose:
        'Remembers which accounts were created in this browser, so you keep everything when you verify your email address here. Not whose.',
      lifetime: 'until you delete an account or clear this site’s data',
    },
    {
      name: 'foyer-passkey-hint',
      kind: 'local storage',
      purpose: 'Remembers that you closed a hint. Nothing about you.',
      lifetime: 'until you clear this site’s data',
    },
    {
      name: 'foyer-sign-in-email',
      kind: 'local storage',
      purpose:
        'Remembers the email address you requested a sign-in link for, and your account’s ID if you’re adding email links to your account.',
      lifetime: 'until you sign in or out; used for a day at most',
    },
    {
      name: 'foyer-address-proof',
      kind: 'session storage',
      purpose:
        'When you open a link we emailed you, remembers that you got it, so we can protect your account.',
      lifetime: 'until you sign in or out; used for a day at most',
    },
    {
      name: 'foyer-chunk-reload',
      kind: 'session storage',
      purpose:
        'If part of this site’s code can’t be loaded, the page is reloaded once. This remembers that and what you had typed, but never a password.',
      lifetime: 'until you close the tab',
    },
    {
      name: 'foyer-redirect',
      kind: 'session storage',
      purpose: 'When you leave to sign in with another site, remembers which one.',
      lifetime: 'until you come back or close the tab',
    },
  ]),
  ...itemsSetBy({ setBy: 'Firebase Authentication for this site', category: 'essential' }, [
    {
      name: 'firebaseLocalStorageDb',
      kind: 'IndexedDB',
      purpose: 'Lets us renew your session without asking for your password again.',
      lifetime: 'emptied when you sign out',
    },
    {
      name: 'firebase:pendingRedirect:*',
      kind: 'session storage',
      purpose: 'When you leave to sign in with another site, remembers that you’re coming back.',
      lifetime: 'until you come back or close the tab',
    },
    {
      name: 'firebase-heartbeat-database',
      kind: 'IndexedDB',
      purpose: 'Records which version of the sign-in code was used on which days. Nothing about you.',
      lifetime: '30 days',
    },
    {
      name: 'validate-browser-context-for-indexeddb-analytics-module',
      kind: 'IndexedDB',
      purpose:
        'Created and deleted immediately, to check whether the sign-in code can store anything in this browser.',
      lifetime: 'a moment',
    },
  ]),
  ...itemsSetBy({ setBy: 'Google reCAPTCHA for this site', category: 'essential' }, [
    {
      name: '_grecaptcha',
      kind: 'local storage',
      purpose:
        'If this site uses Google reCAPTCHA: lets Google recognize this browser when it checks that you’re a person.',
      lifetime: 'until you clear this site’s data',
    },
  ]),
  ...consentedServices.flatMap(({ stores }) => stores),
]

/** Whether the pattern, whose trailing `*` matches any suffix, covers the name. */
export function coversName(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name
}

type Origin = Pick<StoredItem, 'setBy' | 'category'>

function itemsSetBy(origin: Origin, items: readonly Omit<StoredItem, keyof Origin>[]): StoredItem[] {
  return items.map((item) => ({ ...item, ...origin }))
}
