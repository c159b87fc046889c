import type { Metadata } from 'next'
import { CookieSettings } from '@/components/consent/cookie-settings'
import { StoredItems } from '@/components/consent/stored-items'
import button from '@/components/ui/button.module.css'
import prose from '@/components/ui/prose.module.css'
import { SiteLink } from '@/components/ui/site-link'
import { routes } from '@/lib/site/routes'

export const metadata: Metadata = { title: 'Privacy' }

export default function PrivacyPage() {
  return (
    <article className={prose.prose}>
      <h1>Privacy</h1>
      <p className={prose.lead}>What this site knows about you, where it is kept, and how to delete it.</p>
      <h2>If you only look around</h2>
      <p>
        This site keeps nothing in your browser before you answer about cookies; then your answer, and what
        you allow. If a part of a page can’t be loaded, it remembers that until you close the tab. As with
        every web server, your network address reaches us with each request.
      </p>
      <p>
        If this site uses Google Analytics, its script may be loaded before you answer. Until you allow it, it
        stores nothing in your browser. Google may be told that analytics and ads are off, on which page you
        refused them, and what every request tells: your network address and your browser.
      </p>
      <h2>If you sign in</h2>
      <dl>
        <dt>Your email address and password</dt>
        <dd>
          go from your browser straight to Firebase Authentication, a service of Google, which keeps your
          account. The password never reaches this site’s own server.
        </dd>
        <dt>Whether you are a person</dt>
        <dd>
          is checked by Google reCAPTCHA, if this site uses it. Its script loads when you sign in, create an
          account or ask for an email, and not before. Google then learns your network address, what your
          browser says of itself and how you use the page, and may use cookies of its own.
        </dd>
        <dt>Another account, if you sign in with one</dt>
        <dd>
          Google, Facebook, GitHub or X learns that you sign in here, and gives Firebase Authentication your
          name, email address and picture. You can remove it under “Ways to sign in”.
        </dd>
        <dt>Two-step verification, if you turn it on</dt>
        <dd>
          Your phone number goes straight to Firebase Authentication, too, which also keeps the key of your
          authenticator app. Before a code is sent to a phone, Google reCAPTCHA checks that you are a person.
        </dd>
        <dt>A record of each session</dt>
        <dd>
          on our server: what your browser says of itself and its system, and when the session was opened,
          renewed, last seen and ends. You see those that are open under “Where you are signed in”. A record
          is deleted about thirty days after the session has ended or could last be renewed.
        </dd>
        <dt>Your notes</dt>
        <dd>
          on our server, until you delete them or your account. If you share one, anyone who has the link and
          signs in can read it and sees the name of your account, until you stop sharing or the link ends.
        </dd>
        <dt>Which shared notes you open</dt>
        <dd>
          on our server: which session opened which link, so that each is counted once. Whoever shared the
          note sees only how many opened it. Deleted with the link or the record of the session.
        </dd>
      </dl>
      <h2>If you allow analytics or marketing</h2>
      <p>
        Google sees the names of the pages you visit here, never the rest of their addresses or who you are.
        You can withdraw at any time: <CookieSettings className={button.inline} />. The cookies are then
        deleted immediately.
      </p>
      <h2>What is kept in your browser</h2>
      <h3>Always, as the site needs it</h3>
      <StoredItems category="essential" />
      <h3>Only if you allow analytics</h3>
      <StoredItems category="analytics" />
      <h3>Only if you allow marketing</h3>
      <StoredItems category="marketing" />
      <h2>What our server writes down</h2>
      <p>
        When a session is opened, renewed, refused or ended, and when you download your data or delete your
        account: the time and your account’s ID. When a session is opened, renewed or refused, or a request is
        turned away: your network address, too. When a page fails or doesn’t exist: the time, the page’s
        address and what went wrong. We don’t write down email addresses, passwords, cookies or notes.
      </p>
      <p>
        So that nobody can try without end, the server also counts sign-ins and reports of errors, by account
        or network address, and changes to notes by account. A count is deleted within about a quarter of an
        hour.
      </p>
      <h2>Your rights</h2>
      <p>
        When you are signed in, the <SiteLink href={routes.account}>account page</SiteLink> shows your account
        details and open sessions, and lets you change your name, picture, email address, password and other
        ways to sign in. There you can also download your account details, notes and session records as one
        file, and delete your account: your notes, all records of your sessions and your account at Firebase
        Authentication are then deleted immediately. Backups and logs keep what they contain until they
        expire.
      </p>
      <p>
        Whatever else you would like to know, have corrected or have deleted:{' '}
        <SiteLink href={routes.contact}>write to us</SiteLink>.
      </p>
    </article>
  )
}
