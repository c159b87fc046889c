/**
 * Everything this site stores in a browser: rendered on `/privacy` and in the cookie dialog, and checked
 * against the site by a test.
 */

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

const us = 'this site'
const firebase = 'Firebase Authentication, in this site’s name'
const google = 'Google Analytics, in this site’s name'
const ads = 'Google Ads, in this site’s name'

/** Shows the session cookie's default name; it can be configured. */
export const inventory: readonly StoredItem[] = [
  {
    name: '__session',
    kind: 'cookie',
    category: 'essential',
    purpose:
      'Keeps you signed in. No script can read it. Its name is this one unless this site has chosen another.',
    lifetime: 'until you sign out, at most 30 days',
    setBy: us,
  },
  {
    name: consentKeys.choice,
    kind: 'local storage',
    category: 'essential',
    purpose: 'Remembers what you chose about cookies.',
    lifetime: 'asked again after 6 months',
    setBy: us,
  },
  {
    name: consentKeys.time,
    kind: 'local storage',
    category: 'essential',
    purpose: 'Remembers when you chose it.',
    lifetime: 'asked again after 6 months',
    setBy: us,
  },
  {
    name: 'foyer-drafts',
    kind: 'session storage',
    category: 'essential',
    purpose: 'Keeps what you have typed into a note and not saved yet.',
    lifetime: 'until you save it, sign out or close the tab',
    setBy: us,
  },
  {
    name: 'foyer-sign-outs',
    kind: 'local storage',
    category: 'essential',
    purpose:
      'Counts how often somebody has signed out in this browser, so that other tabs forget what was typed before. Nothing about you.',
    lifetime: 'until you clear this site’s data',
    setBy: us,
  },
  {
    name: 'foyer-sign-in-email',
    kind: 'local storage',
    category: 'essential',
    purpose:
      'When you ask for a sign-in link, remembers your email address, so that the link opens without asking for it.',
    lifetime: 'until you sign in or out; used for at most a day',
    setBy: us,
  },
  {
    name: 'foyer-chunk-reload',
    kind: 'session storage',
    category: 'essential',
    purpose:
      'When a part of this site’s code cannot be loaded, the page is loaded anew once. This remembers that, and what you had typed, but never a password.',
    lifetime: 'until you close the tab',
    setBy: us,
  },
  {
    name: 'firebaseLocalStorageDb',
    kind: 'IndexedDB',
    category: 'essential',
    purpose: 'Lets your session be renewed without asking for your password again.',
    lifetime: 'emptied when you sign out',
    setBy: firebase,
  },
  {
    name: 'firebase-heartbeat-database',
    kind: 'IndexedDB',
    category: 'essential',
    purpose: 'Notes on which days which version of the sign-in code was used. Nothing about you.',
    lifetime: '30 days',
    setBy: firebase,
  },
  {
    name: 'validate-browser-context-for-indexeddb-analytics-module',
    kind: 'IndexedDB',
    category: 'essential',
    purpose: 'Made and deleted at once, to see whether the sign-in code can keep anything in this browser.',
    lifetime: 'a moment',
    setBy: firebase,
  },
  {
    name: '_ga',
    kind: 'cookie',
    category: 'analytics',
    purpose: 'A random number that tells visits apart, to count visitors.',
    lifetime: '2 years',
    setBy: google,
  },
  {
    name: '_ga_*',
    kind: 'cookie',
    category: 'analytics',
    purpose: 'Keeps the state of a visit, such as when it began.',
    lifetime: '2 years',
    setBy: google,
  },
  {
    name: '_gid',
    kind: 'cookie',
    category: 'analytics',
    purpose: 'A random number that tells visits of one day apart.',
    lifetime: '24 hours',
    setBy: google,
  },
  {
    name: '_gat*',
    kind: 'cookie',
    category: 'analytics',
    purpose: 'Limits how often visits are reported.',
    lifetime: '1 minute',
    setBy: google,
  },
  {
    name: '_gcl_*',
    kind: 'cookie',
    category: 'marketing',
    purpose: 'Remembers which advertisement led you here.',
    lifetime: '90 days',
    setBy: ads,
  },
  {
    name: '_gac_*',
    kind: 'cookie',
    category: 'marketing',
    purpose: 'Connects a visit with the advertisement that led to it.',
    lifetime: '90 days',
    setBy: ads,
  },
]

/** Whether this entry covers the name. */
export function isMeant(item: StoredItem, name: string): boolean {
  return item.name.endsWith('*') ? name.startsWith(item.name.slice(0, -1)) : item.name === name
}
