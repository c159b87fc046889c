/**
 * Everything this site stores in a browser: rendered on `/privacy` and in the cookie dialog, and checked
 * against the site by a test.
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

/** Shows the session cookie's default name; it can be configured. */
export const inventory: readonly StoredItem[] = [
  ...kept({ setBy: 'this site', category: 'essential' }, [
    {
      name: '__session',
      kind: 'cookie',
      purpose:
        'Keeps you signed in. No script can read it. Its name is this one unless this site has chosen another.',
      lifetime: 'until you sign out, at most 30 days',
    },
    {
      name: consentKeys.choice,
      kind: 'local storage',
      purpose: 'Remembers what you chose about cookies.',
      lifetime: 'asked again after 6 months',
    },
    {
      name: consentKeys.time,
      kind: 'local storage',
      purpose: 'Remembers when you chose it.',
      lifetime: 'asked again after 6 months',
    },
    {
      name: 'foyer-drafts',
      kind: 'session storage',
      purpose: 'Keeps what you have typed into a note and not saved yet.',
      lifetime: 'until you save it, sign out or close the tab',
    },
    {
      name: 'foyer-sign-outs',
      kind: 'local storage',
      purpose:
        'Counts how often somebody has signed out in this browser, so that other tabs forget what was typed before. Nothing about you.',
      lifetime: 'until you clear this site’s data',
    },
    {
      name: themeKey,
      kind: 'local storage',
      purpose: 'Remembers the theme you chose, light or dark.',
      lifetime: 'until you choose System, or clear this site’s data',
    },
    {
      name: 'foyer-last-used',
      kind: 'local storage',
      purpose:
        'Remembers how somebody last signed in here, such as by password or with Google, to mark it on the form. Not who.',
      lifetime: 'until you delete your account, or clear this site’s data',
    },
    {
      name: 'foyer-sign-in-email',
      kind: 'local storage',
      purpose:
        'When you ask for a sign-in link, remembers your email address, so that the link opens without asking for it, and your account’s ID if you want it added to your account.',
      lifetime: 'until you sign in or out; used for at most a day',
    },
    {
      name: 'foyer-chunk-reload',
      kind: 'session storage',
      purpose:
        'When a part of this site’s code cannot be loaded, the page is loaded anew once. This remembers that, and what you had typed, but never a password.',
      lifetime: 'until you close the tab',
    },
    {
      name: 'foyer-redirect',
      kind: 'session storage',
      purpose: 'When you leave for another site to sign in with it, remembers which one.',
      lifetime: 'until you come back, or close the tab',
    },
  ]),
  ...kept({ setBy: 'Firebase Authentication, in this site’s name', category: 'essential' }, [
    {
      name: 'firebaseLocalStorageDb',
      kind: 'IndexedDB',
      purpose: 'Lets your session be renewed without asking for your password again.',
      lifetime: 'emptied when you sign out',
    },
    {
      name: 'firebase:pendingRedirect:*',
      kind: 'session storage',
      purpose: 'When you leave for another site to sign in with it, remembers that you will come back.',
      lifetime: 'until you come back, or close the tab',
    },
    {
      name: 'firebase-heartbeat-database',
      kind: 'IndexedDB',
      purpose: 'Notes on which days which version of the sign-in code was used. Nothing about you.',
      lifetime: '30 days',
    },
    {
      name: 'validate-browser-context-for-indexeddb-analytics-module',
      kind: 'IndexedDB',
      purpose: 'Made and deleted at once, to see whether the sign-in code can keep anything in this browser.',
      lifetime: 'a moment',
    },
  ]),
  ...kept({ setBy: 'Google reCAPTCHA, in this site’s name', category: 'essential' }, [
    {
      name: '_grecaptcha',
      kind: 'local storage',
      purpose:
        'If this site has Google check that a person signs in, not a program: what Google recognizes this browser by.',
      lifetime: 'until you clear this site’s data',
    },
  ]),
  ...kept({ setBy: 'Google Analytics, in this site’s name', category: 'analytics' }, [
    {
      name: '_ga',
      kind: 'cookie',
      purpose: 'A random number that tells visits apart, to count visitors.',
      lifetime: '2 years',
    },
    {
      name: '_ga_*',
      kind: 'cookie',
      purpose: 'Keeps the state of a visit, such as when it began.',
      lifetime: '2 years',
    },
    {
      name: '_gid',
      kind: 'cookie',
      purpose: 'A random number that tells visits of one day apart.',
      lifetime: '24 hours',
    },
    {
      name: '_gat*',
      kind: 'cookie',
      purpose: 'Limits how often visits are reported.',
      lifetime: '1 minute',
    },
  ]),
  ...kept({ setBy: 'Google Ads, in this site’s name', category: 'marketing' }, [
    {
      name: '_gcl_*',
      kind: 'cookie',
      purpose: 'Remembers which advertisement led you here.',
      lifetime: '90 days',
    },
    {
      name: '_gac_*',
      kind: 'cookie',
      purpose: 'Connects a visit with the advertisement that led to it.',
      lifetime: '90 days',
    },
  ]),
]

/** Whether this entry covers the name. */
export function isMeant(item: StoredItem, name: string): boolean {
  return item.name.endsWith('*') ? name.startsWith(item.name.slice(0, -1)) : item.name === name
}

type Origin = Pick<StoredItem, 'setBy' | 'category'>

function kept(origin: Origin, items: readonly Omit<StoredItem, keyof Origin>[]): StoredItem[] {
  return items.map((item) => ({ ...item, ...origin }))
}
