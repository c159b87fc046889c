import type { Metadata } from 'next'
import prose from '@/components/prose.module.css'
import { SiteLink } from '@/components/site-link'
import { routes } from '@/lib/routes'

export const metadata: Metadata = { title: 'Terms' }

export default function TermsPage() {
  return (
    <article className={prose.prose}>
      <h1>Terms</h1>
      <p className={prose.lead}>
        These are the terms for using this site. “We” are the people who run it, “you” are whoever signs in.
      </p>
      <h2>Your account</h2>
      <p>
        You need an email address that is yours and a password. Keep the password to yourself: whoever has it
        can sign in as you. If you think somebody else has it, change it and{' '}
        <SiteLink href={routes.contact}>tell us</SiteLink>.
      </p>
      <h2>Your session</h2>
      <p>
        After you sign in, this browser stays signed in for some days, so that you need not type your password
        each time. On a device that others use, sign out when you leave: that ends the session in this
        browser.
      </p>
      <h2>What we ask of you</h2>
      <p>
        Do not use the site to break the law, to get at other people’s accounts, or to overload it. We may
        switch off an account that does.
      </p>
      <h2>What we do not promise</h2>
      <p>
        We run the site with care, but we cannot promise that it is always there or free of faults. Where the
        law gives you rights that no terms can take away, you have them.
      </p>
      <h2>Leaving</h2>
      <p>
        You may stop at any time. <SiteLink href={routes.contact}>Write to us</SiteLink> and we delete your
        account.
      </p>
    </article>
  )
}
