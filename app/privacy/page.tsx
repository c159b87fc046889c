import type { Metadata } from 'next'
import { Fragment, type ReactNode } from 'react'
import { CookieSettings } from '@/components/consent/consent'
import { StoredItems } from '@/components/consent/stored-items'
import { OperatorFact } from '@/components/layout/operator'
import button from '@/components/ui/button.module.css'
import prose from '@/components/ui/prose.module.css'
import { SiteLink } from '@/components/ui/site-link'
import { optionalCategories } from '@/lib/consent/record'
import type { Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'
import { routes } from '@/lib/site/routes'
import { anyProvider, CollectedData, googlePages } from './collected-data'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Privacy' }

const titles = {
  who: 'Who runs this site',
  kept: 'What we keep, why, and for how long',
  others: 'Who else gets data',
  browser: 'What’s stored in your browser',
  rights: 'Your rights',
  changes: 'Changes to this page',
} as const

export default function PrivacyPage() {
  return (
    <article className={prose.prose}>
      <h1>Privacy</h1>
      <p className={prose.lead}>What this site knows about you, where it’s kept, and how to delete it.</p>
      <p className={prose.reference}>Last updated November 29, 2026</p>
      <nav aria-label="On this page" className={`box ${styles.contents}`}>
        <ul>
          {Object.entries(titles).map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Section id="who">
        <p className={styles.who}>
          “We” are <OperatorFact fact="name and address">the people who run this site</OperatorFact>.
        </p>
        <p>
          We decide what is kept and why; in the words of the law, we’re the controller.{' '}
          <span data-contact="">
            For anything about your data, <SiteLink href={routes.contact}>contact us</SiteLink>.
          </span>
        </p>
      </Section>
      <Section id="kept">
        <p>
          You can look around without an account. To have one, you need an email address; everything else is
          up to you.
        </p>
        <p>
          “Why” ends with the legal basis under Article 6(1) of the GDPR, the European privacy law:{' '}
          <em>contract</em> is what we need to do what our <SiteLink href={routes.terms}>terms</SiteLink>{' '}
          promise you (b), <em>legitimate interest</em> what we need to run the site safely (f), and{' '}
          <em>consent</em> what you’ve allowed (a).
        </p>
        <CollectedData />
      </Section>
      <Section id="others">
        <dl>
          <dt>Google</dt>
          <dd>
            Firebase Authentication holds your account for us, in the United States. Google processes that
            data on our behalf, under <a href={googlePages.firebase}>its terms</a>. Analytics, Ads, and
            reCAPTCHA are Google’s, too, if this site uses them. For data from Europe, Google relies on the{' '}
            <a href={googlePages.transfers}>EU-U.S. Data Privacy Framework</a> and on the EU’s standard
            contractual clauses.
          </dd>
          <dt>The companies that host this site</dt>
          <dd>
            Our server, its database, its log, and its backups can be on their machines. They process data on
            our behalf. Ask us who and where they are.
          </dd>
          <dt>The service you sign in with</dt>
          <dd>If you use {anyProvider} to sign in, it answers for what it does with what it learns.</dd>
          {others.map(([who, what]) => (
            <Fragment key={who}>
              <dt>{who}</dt>
              <dd>{what}</dd>
            </Fragment>
          ))}
          <dt>Authorities</dt>
          <dd>Only when the law requires it.</dd>
        </dl>
      </Section>
      <Section id="browser">
        <p>
          While you’re just looking around, this site stores nothing in your browser until you answer about
          cookies, apart from a theme if you choose one and, if part of a page can’t be loaded, a record of
          that until you close the tab. Then it stores your answer and what you allow, and when you sign in,
          what that needs. You can change your answer at any time under “Cookie settings”, at the end of every
          page.
        </p>
        <h3>Always, because the site needs it</h3>
        <StoredItems category="essential" />
        {optionalCategories.map((category) => (
          <Fragment key={category}>
            <h3>Only if you allow {category}</h3>
            <StoredItems category={category} />
          </Fragment>
        ))}
      </Section>
      <Section id="rights">
        <dl>
          <dt>See your data, and take it with you</dt>
          <dd>
            The <SiteLink href={routes.account}>account page</SiteLink> shows your account details and active
            sessions. There you can download everything that’s yours as one file.
          </dd>
          <dt>Correct it</dt>
          <dd>On the same page you change your name, email address, and what you sign in with.</dd>
          <dt>Delete it</dt>
          <dd>
            When you delete your account there, everything you keep here, your session records, and your
            account at Firebase Authentication are deleted immediately. Backups, logs, and Google’s own copies
            keep what they contain until they expire.
          </dd>
          <dt>Withdraw consent</dt>
          <dd>
            At any time, here or at the end of every page:{' '}
            <CookieSettings className={button.inline}>Cookie settings</CookieSettings>. The cookies are
            deleted immediately. What was done before remains lawful.
          </dd>
          <dt>Opt out by your browser</dt>
          <dd>
            If your browser sends Global Privacy Control, everything that needs your consent is off, also what
            you allowed before, until you allow it while that signal is on.
          </dd>
          <dt>Object, or have us stop for a while</dt>
          <dd>
            You can object to what we do for a legitimate interest, or ask us to restrict it while we sort
            something out.{' '}
            <span data-contact="">
              <SiteLink href={routes.contact}>Contact us</SiteLink>: we answer within a month.
            </span>
          </dd>
          <dt>Complain</dt>
          <dd>
            If you think we’re breaking the law, you can complain to a data protection authority, such as the
            one where you live or work. Here are <a href={authorities}>those of the EU</a>.
          </dd>
        </dl>
        <p>We make no automated decisions with legal or similar effects.</p>
      </Section>
      <Section id="changes">
        <p>When what we do changes, we change this page first, and the date at its top.</p>
      </Section>
    </article>
  )
}

const others = Object.values<Room>(rooms).flatMap(({ words }) => words?.others ?? [])

const authorities = 'https://www.edpb.europa.eu/about-edpb/about-edpb/members_en'

function Section({ id, children }: { id: keyof typeof titles; children: ReactNode }) {
  return (
    <>
      <h2 id={id}>{titles[id]}</h2>
      {children}
    </>
  )
}
