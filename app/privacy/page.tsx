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
      <p className={prose.lead}>What this site knows about you, where it’s kept and how to delete it.</p>
      <h2>If you’re just looking around</h2>
      <p>
        This site stores nothing in your browser until you answer about cookies, apart from a theme if you
        choose one. Then it stores your answer and what you allow. If part of a page can’t be loaded, it
        remembers that until you close the tab. As on any website, each request brings us your IP address.
      </p>
      <p>
        If this site uses Google Analytics, its script might load before you answer. Until you allow it, it
        stores nothing in your browser. Before you answer, Google is told that analytics and ads are off, and
        if you reject them, on which page. As with any request, Google also sees your IP address and your
        browser.
      </p>
      <h2>If you sign in</h2>
      <dl>
        <dt>Your email address and password</dt>
        <dd>
          They go straight from your browser to Firebase Authentication, a Google service that holds your
          account. Your password never reaches us.
        </dd>
        <dt>Whether you’re a person</dt>
        <dd>
          If this site uses Google reCAPTCHA, its script loads only when you sign in, create an account or
          request an email. Google then learns your IP address, details about your browser and how you use the
          page, and might use its own cookies.
        </dd>
        <dt>Another account, if you sign in with one</dt>
        <dd>
          Google, Facebook, GitHub or X learns that you sign in here, and gives Firebase Authentication your
          name, email address and picture. You can remove it under “Ways to sign in”.
        </dd>
        <dt>Two-step verification, if you turn it on</dt>
        <dd>
          Your phone number also goes straight to Firebase Authentication, which holds the key for your
          authenticator app, too. Before a code is sent to a phone, Google reCAPTCHA checks that you’re a
          person.
        </dd>
        <dt>A record of each session</dt>
        <dd>
          We keep what your browser says about itself and its system, and when the session was started,
          renewed, last active and ends. You can see active sessions under “Sessions”. A record is deleted
          about 30 days after the session ended or could last be renewed. We also keep whether you signed in
          before verifying your email address, until you’ve shown that it’s yours.
        </dd>
        <dt>Your notes</dt>
        <dd>
          We keep them until you delete them or your account. Notes you delete stay in the trash for 30 days,
          unless you restore them or delete them for good. If you share one, anyone who has the link and signs
          in can read it and see your account’s name, until you stop sharing or the link expires.
        </dd>
        <dt>Which shared notes you open</dt>
        <dd>
          We keep which session opened which link, so that each is counted once. The person who shared the
          note sees only the count. This is deleted with the link or the session’s record.
        </dd>
      </dl>
      <h2>If you allow analytics or marketing</h2>
      <p>
        Google sees page names, never query strings or who you are. You can withdraw at any time:{' '}
        <CookieSettings className={button.inline} />. The cookies are then deleted immediately.
      </p>
      <h2>What’s stored in your browser</h2>
      <h3>Always, because the site needs it</h3>
      <StoredItems category="essential" />
      <h3>Only if you allow analytics</h3>
      <StoredItems category="analytics" />
      <h3>Only if you allow marketing</h3>
      <StoredItems category="marketing" />
      <h2>What we log</h2>
      <p>
        When a session is started, renewed, refused or ended, and when you download your data or delete your
        account: the time and your account’s ID. When a session is started, renewed or refused, or a request
        is rejected: your IP address, too. When a page fails or doesn’t exist: the time, the page’s address
        and what went wrong. We don’t log email addresses, passwords, cookies or notes.
      </p>
      <p>
        To prevent abuse, we also count sign-ins and error reports by account or IP address, and changes,
        views and searches of notes by account. Counts are deleted within about 15 minutes.
      </p>
      <h2>Your rights</h2>
      <p>
        When you’re signed in, the <SiteLink href={routes.account}>account page</SiteLink> shows your account
        details and active sessions, and lets you change your name, picture, email address, password and other
        ways to sign in. There you can also download your account details, notes (with the trash) and session
        records as one file, and delete your account. Your notes, session records and account at Firebase
        Authentication are then deleted immediately. Backups and logs keep what they contain until they
        expire.
      </p>
      <p>
        If there’s anything else you’d like to know, correct or delete,{' '}
        <SiteLink href={routes.contact}>contact us</SiteLink>.
      </p>
    </article>
  )
}
