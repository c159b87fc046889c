import type { ReactNode } from 'react'
import { OperatorFact } from '@/components/layout/operator'
import { consentedServices } from '@/lib/consent/inventory'
import { providerNames } from '@/lib/identity/providers'
import type { Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'
import styles from './page.module.css'

/**
 * All providers in a sentence: "Google, Facebook, GitHub, or X". Not in `providers.ts`, as browsers load that and `Intl`
 * would slow them down.
 */
export const anyProvider = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  Object.values(providerNames),
)

const words = Object.values<Room>(rooms).flatMap(({ words = [] }) => words)
const counts = words.flatMap(({ counted = [] }) => counted)
const counted = counts.length > 0 ? `, and how often an account ${counts.join(', or ')}` : ''
const inBackups = new Intl.ListFormat('en').format([
  ...words.flatMap(({ inBackups }) => inBackups),
  'session records',
])

/** What Google says it does with data. */
export const googlePages = {
  privacy: 'https://policies.google.com/privacy',
  transfers: 'https://policies.google.com/privacy/frameworks',
  firebase: 'https://firebase.google.com/support/privacy',
} as const

type Entry = { title: string; what: ReactNode; why: ReactNode; howLong: ReactNode }

/** All personal data, in the order in which people give it. Log fields and services belong here, what a room keeps to the room. */
export function CollectedData() {
  return entries.map(({ title, what, why, howLong }) => (
    <section key={title} className={styles.entry}>
      <h3>{title}</h3>
      <dl>
        <dt>What</dt>
        <dd>{what}</dd>
        <dt>Why</dt>
        <dd>{why}</dd>
        <dt>How long</dt>
        <dd>{howLong}</dd>
      </dl>
    </section>
  ))
}

const entries: readonly Entry[] = [
  {
    title: 'Your visit',
    what: 'Your IP address and what your browser says about itself. Every request on the web brings both.',
    why: 'To send you the page. Legitimate interest.',
    howLong: 'Until we’ve answered, apart from what “Our log” below says.',
  },
  {
    title: 'Your account',
    what: 'Your email address, your password, and, if you add them, your name, your phone number, and the key for your authenticator app. They go straight from your browser to Firebase Authentication, a Google service that holds your account, and when it was created and last used. Your password never reaches us.',
    why: 'To sign you in, and to send the emails you request. Contract.',
    howLong: (
      <>
        Until you remove a detail or delete your account. Google says that{' '}
        <a href={googlePages.firebase}>its own copies</a> are gone within 180 days, and that it keeps the IP
        addresses of sign-ins for a few weeks.
      </>
    ),
  },
  {
    title: `Signing in with ${anyProvider}`,
    what: 'If you choose to, that service learns that you sign in here, and gives Firebase Authentication your name, email address, and picture.',
    why: 'To sign you in the way you chose. Contract.',
    howLong:
      'Until you remove it on the account page or delete your account. The name and picture that came with it stay in your account there; you can change the name, and nobody here sees the picture.',
  },
  {
    title: 'Whether you’re a person',
    what: 'If this site uses Google reCAPTCHA, its script loads only when you sign in, create an account, request an email, or have a code sent to your phone. Google then learns your IP address, details about your browser, and how you use the page, and might use its own cookies.',
    why: 'To stop programs that guess passwords or have messages sent. Legitimate interest.',
    howLong: (
      <>
        As <a href={googlePages.privacy}>Google’s privacy policy</a> says.
      </>
    ),
  },
  {
    title: 'Your sessions',
    what: 'What your browser says about itself and its system, and when each session was started, renewed, last active, and ended. You can see active ones on the account page. If you sign in before you’ve verified your email address, we record that, too, until you do. If your browser ties sessions to your device: its public key, and whether someone tried to use a copy of the session.',
    why: 'To keep you signed in, to show you where, and to sign you out there. Contract.',
    howLong: 'About 30 days after the session ended or could last be renewed.',
  },
  ...words.flatMap(({ kept }) => kept),
  {
    title: 'Counts against abuse',
    what: `How many sign-ins and error reports came from an account or IP address${counted}.`,
    why: 'To keep the site working and passwords from being guessed. Legitimate interest.',
    howLong: 'About 15 minutes.',
  },
  {
    title: 'Our log',
    what: 'When a session is started, renewed, refused, or ended, when a sign-in method is added, used, or removed, and when you download your data or delete your account: the time and your account’s ID. When a session is started, renewed, or refused, a sign-in method is used or refused, or a request is rejected: your IP address, too. When a page fails or doesn’t exist: the time, the page’s address, and what went wrong. When it doesn’t exist: which of our pages or which other site linked to it, too. When the request says it’s from a program, such as a search engine’s crawler: its IP address, too, to tell real crawlers from fake ones, and the page elsewhere that linked here. We don’t log email addresses, passwords, cookies, or anything you write. The servers in front of this site might log requests, too, with IP addresses.',
    why: 'To find faults and attacks, and where signing in is too hard. Legitimate interest.',
    howLong: (
      <OperatorFact fact="log period">
        Until we’ve looked into the faults and attacks it shows, the oldest entries first. Ask us for the
        current period.
      </OperatorFact>
    ),
  },
  {
    title: 'Backups',
    what: `If we make any, copies of ${inBackups}.`,
    why: 'To bring your data back after a fault. Legitimate interest.',
    howLong: (
      <OperatorFact fact="backup period">
        Until newer backups have replaced it. Ask us for the current period.
      </OperatorFact>
    ),
  },
  {
    title: 'Emails you send us',
    what: 'Your message and your address.',
    why: 'To answer you. Legitimate interest.',
    howLong: 'Until the matter is settled, or as long as the law requires.',
  },
  ...consentedServices.map(
    ({ name, isTag, learns, why, howLong }): Entry => ({
      title: `${name}, with your consent`,
      what: isTag ? `If this site uses ${name}, ${learns}` : learns,
      why: `${why} Consent.`,
      howLong,
    }),
  ),
  {
    title: 'Google’s script, before you allow anything',
    what: 'If this site loads Google’s script before you answer about cookies, the script stores nothing in your browser until you allow it. Before you answer, Google is told that analytics and ads are off, and if you reject them, on which page. As with any request, it sees your IP address and your browser. If this site passes ad clicks on and an ad led you here, links carry that ad’s click ID from page to page.',
    why: 'To tell Google what you chose. Legitimate interest.',
    howLong: (
      <>
        As <a href={googlePages.privacy}>Google’s privacy policy</a> says.
      </>
    ),
  },
]
