import type { Metadata } from 'next'
import { Fragment } from 'react'
import { OperatorFact } from '@/components/layout/operator'
import prose from '@/components/ui/prose.module.css'
import { SiteLink } from '@/components/ui/site-link'
import type { Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'
import { routes } from '@/lib/site/routes'

export const metadata: Metadata = { title: 'Terms' }

const sections = Object.values<Room>(rooms).flatMap(({ words }) => words?.terms ?? [])

export default function TermsPage() {
  return (
    <article className={prose.prose}>
      <h1>Terms</h1>
      <p className={prose.lead}>These are the terms for using this site.</p>
      <p className={prose.reference}>Last updated November 29, 2026</p>
      <h2>Your account</h2>
      <p>
        You must be at least 16 years old, and you need your own email address. You sign in with a password,
        with a link we email you, or with an account elsewhere if this site offers that. Keep all of them to
        yourself: anyone who has your password or can read your email can sign in as you. If you think someone
        else has your password, change it: that signs you out on all other devices.{' '}
        <span data-contact="">
          Then <SiteLink href={routes.contact}>tell us</SiteLink>.
        </span>
      </p>
      <h2>Your session</h2>
      <p>
        After you sign in, this browser stays signed in for a while, so you don’t have to sign in each time.
        On a shared device, sign out when you leave: that ends the session in this browser.
      </p>
      {sections.map(({ id, title, text }) => (
        <Fragment key={title}>
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
        </Fragment>
      ))}
      <h2>What we ask of you</h2>
      <p>
        Don’t use the site to break the law, to access other people’s accounts, or to overload it. We may take
        down anything that does, or disable the account.
      </p>
      <h2>What we don’t promise</h2>
      <p>
        We run the site with care, but we can’t promise that it’s always available or free of errors. Keep a
        copy of what you can’t afford to lose: you can download everything that’s yours under{' '}
        <SiteLink href={routes.account}>Account</SiteLink>. Nothing here limits your legal rights.
      </p>
      <h2>Changes</h2>
      <p>
        We may change these terms if the site or the law changes. We announce each change on this page, with
        the reason, at least 30 days before it applies. Earlier use stays under the earlier terms. If you
        don’t agree, you can delete your account.
      </p>
      <h2>Law</h2>
      <p>
        “We” are <OperatorFact fact="name and address">the people who run this site</OperatorFact>; “you” are
        anyone who uses it.
      </p>
      <p>
        The law of <OperatorFact fact="governing law">the country where we’re based</OperatorFact> governs
        these terms. If you’re a consumer, rules that protect you where you live still apply.
      </p>
      <h2>Leaving</h2>
      <p>
        You can stop at any time, and delete your account yourself under{' '}
        <SiteLink href={routes.account}>Account</SiteLink>.{' '}
        <span data-contact="">
          If you can’t sign in anymore, <SiteLink href={routes.contact}>contact us</SiteLink>.
        </span>
      </p>
    </article>
  )
}
