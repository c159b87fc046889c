import type { Metadata } from 'next'
import prose from '@/components/ui/prose.module.css'
import { SiteLink } from '@/components/ui/site-link'
import { routes } from '@/lib/site/routes'

export const metadata: Metadata = { title: 'Terms' }

export default function TermsPage() {
  return (
    <article className={prose.prose}>
      <h1>Terms</h1>
      <p className={prose.lead}>
        These are the terms for using this site. “We” are the people who run it; “you” are anyone who uses it.
      </p>
      <h2>Your account</h2>
      <p>
        You need your own email address. You sign in with a password, or with a link we email you. Keep both
        to yourself: anyone who has your password or can read your email can sign in as you. If you think
        someone else has your password, change it: that signs you out on all other devices. Then{' '}
        <SiteLink href={routes.contact}>tell us</SiteLink>.
      </p>
      <h2>Your session</h2>
      <p>
        After you sign in, this browser stays signed in for a while, so you don’t have to sign in each time.
        On a shared device, sign out when you leave: that ends the session in this browser.
      </p>
      <h2>Your notes</h2>
      <p>
        They’re yours, and only you can read them until you share one. Share only what you’re allowed to
        share.
      </p>
      <h2>What we ask of you</h2>
      <p>
        Don’t use the site to break the law, to access other people’s accounts, or to overload it. We may
        disable an account that does.
      </p>
      <h2>What we don’t promise</h2>
      <p>
        We run the site with care, but we can’t promise that it’s always available or free of errors. These
        terms don’t limit rights that the law gives you and no terms can take away.
      </p>
      <h2>Leaving</h2>
      <p>
        You can stop at any time, and delete your account yourself under{' '}
        <SiteLink href={routes.account}>Account</SiteLink>. If you can’t sign in anymore,{' '}
        <SiteLink href={routes.contact}>contact us</SiteLink>.
      </p>
    </article>
  )
}
