import type { Metadata } from 'next'
import { CookieSettings } from '@/components/cookie-settings'
import prose from '@/components/prose.module.css'
import { SiteLink } from '@/components/site-link'
import { StoredItems } from '@/components/stored-items'
import { routes } from '@/lib/routes'

export const metadata: Metadata = { title: 'Privacy' }

export default function PrivacyPage() {
  return (
    <article className={prose.prose}>
      <h1>Privacy</h1>
      <p className={prose.lead}>What this site knows about you, where it is kept, and how to be rid of it.</p>
      <h2>If you only look around</h2>
      <p>
        Your browser keeps nothing but your answer about cookies, once you have given one. As with every web
        server, your network address reaches us with each request.
      </p>
      <p>
        If this site uses Google Analytics, its script may be loaded before you answer. Until you allow it, it
        stores nothing in your browser; it then only tells Google that you refused, and what every request to
        Google tells: your network address and your browser.
      </p>
      <h2>If you sign in</h2>
      <dl>
        <dt>Your email address and password</dt>
        <dd>
          go from your browser straight to Firebase Authentication, a service of Google, which keeps your
          account. The password never reaches this site’s own server.
        </dd>
        <dt>A record of each session</dt>
        <dd>
          on our server: which browser and system, when it was opened and last seen. It is shown to you under
          “Where you are signed in”, and deleted thirty days after the session has ended.
        </dd>
        <dt>Your notes</dt>
        <dd>on our server, until you delete them.</dd>
      </dl>
      <h2>If you allow analytics or marketing</h2>
      <p>
        Google learns which of our pages you visit, without anything that stands in their addresses behind the
        page’s name, and never who you are here. You may take it back at any time:{' '}
        <CookieSettings className={prose.textButton} />. The cookies are then deleted at once.
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
        When a session is opened or refused, and when you take your data away or delete your account: the
        time, a request number, your account’s number, and the network address. Never your email address, your
        password or your cookie.
      </p>
      <p>
        So that nobody can try without end, the server also counts sign-ins by account and by network address.
        A count is deleted after about a quarter of an hour.
      </p>
      <h2>Your rights</h2>
      <p>
        When you are signed in, the <SiteLink href={routes.account}>account page</SiteLink> shows what is
        stored about you and lets you correct it. There you may also download all of it as one file, and
        delete your account: your notes, all records of your sessions and your account at Firebase
        Authentication then go at once. Backups that those who run this site make keep what they hold until
        they are deleted themselves.
      </p>
      <p>
        Whatever else you would like to know, have corrected or have deleted:{' '}
        <SiteLink href={routes.contact}>write to us</SiteLink>.
      </p>
    </article>
  )
}
