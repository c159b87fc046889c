import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { NotSignedIn } from '@/components/session/not-signed-in'
import button from '@/components/ui/button.module.css'
import prose from '@/components/ui/prose.module.css'
import { comesFromOwnPage } from '@/lib/http/origin'
import { requestSession } from '@/lib/server/session/current'
import { redirects } from '@/lib/site/api-routes'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes, type SitePath } from '@/lib/site/routes'

type Props = PageProps<'/auth/success'>

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const isSecured = (await searchParams).secured !== undefined
  return { title: isSecured ? 'Your account is secured' : 'You’re not signed in', robots: { index: false } }
}

/**
 * Renewals and sign-ins by email end here and continue to `next`, and the form's if cookies are off. Without a session, the
 * browser kept no cookie: then it stops here, as it would otherwise loop.
 */
export default async function AuthSuccessPage({ searchParams }: Props) {
  const query = await searchParams
  const next = safeReturnPath(query.next)
  const { status } = await requestSession()
  if (status === 'valid' && query.secured !== undefined) return <AccountSecured next={next} />
  if (status === 'valid') redirect(next)
  if (status === 'unknown') redirect(redirects.unavailable(next))
  if (status === 'ambiguous' || status === 'unbound') redirect(redirects.sessionEnded(next))
  return <NotSignedIn next={next} hasNoCookies={comesFromOwnPage(await headers())} />
}

/** For the owner of an address, whose account another person may have used. */
function AccountSecured({ next }: { next: SitePath }) {
  return (
    <article className={prose.prose}>
      <h1>Your account is secured</h1>
      <p className={prose.lead}>
        You’ve shown that this email address is yours. In case someone else had used the account, we signed
        out all other devices and removed all other sign-in methods, and the password unless you signed in
        with it.
      </p>
      <p>
        If the account once had a different address, someone with access to it could still restore it.{' '}
        <span data-contact="">
          <a href={routes.contact}>Contact us</a> if that happens, or if signing in asks for a code that isn’t
          yours.
        </span>
      </p>
      <p>
        <a href={routes.account} className={button.primary}>
          Choose a new password
        </a>
      </p>
      <p>
        <a href={next}>Continue</a>
      </p>
    </article>
  )
}
