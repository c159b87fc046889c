import type { Metadata } from 'next'
import prose from '@/components/prose.module.css'
import { SiteLink } from '@/components/site-link'
import { routes } from '@/lib/routes'

export const metadata: Metadata = { title: 'Privacy' }

export default function PrivacyPage() {
  return (
    <article className={prose.prose}>
      <h1>Privacy</h1>
      <p className={prose.lead}>What this site knows about you, where it is kept, and how to be rid of it.</p>
      <h2>If you only look around</h2>
      <p>
        Nothing is stored in your browser, and nothing is loaded from anybody else. As with every web server,
        your network address reaches us with each request.
      </p>
      <h2>If you sign in</h2>
      <dl>
        <dt>Your email address and password</dt>
        <dd>
          go from your browser straight to Firebase Authentication, a service of Google, which keeps your
          account. The password never reaches this site’s own server.
        </dd>
        <dt>A session cookie</dt>
        <dd>
          tells our server that it is you. No script can read it. It is called <code>__session</code>, if the
          people who run this site have not chosen another name. It is needed for signing in, and it is
          deleted when you sign out.
        </dd>
        <dt>A record of each session</dt>
        <dd>
          on our server: which browser and system, when it was opened and last seen. It is shown to you under
          “Where you are signed in”, and deleted thirty days after the session has ended.
        </dd>
        <dt>Your notes</dt>
        <dd>
          on our server, until you delete them. What you have typed and not saved stays in the browser’s tab (
          <code>foyer-drafts</code>) until you save it, sign out or close the tab.
        </dd>
        <dt>The sign-in service’s storage in your browser</dt>
        <dd>
          keeps your sign-in between visits (<code>firebaseLocalStorageDb</code>) and counts which version of
          the sign-in code is in use (<code>firebase-heartbeat-database</code>). Signing out empties the
          first.
        </dd>
      </dl>
      <h2>What our server writes down</h2>
      <p>
        When a session is opened or refused: the time, a request number, your account’s number, and the
        network address. Never your email address, your password or your cookie.
      </p>
      <p>
        So that nobody can try without end, the server also counts sign-ins by account and by network address.
        A count is deleted after about a quarter of an hour.
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask what is stored about you, have it corrected, and have it deleted:{' '}
        <SiteLink href={routes.contact}>write to us</SiteLink>.
      </p>
    </article>
  )
}
