import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { NotSignedIn } from '@/components/session/not-signed-in'
import button from '@/components/ui/button.module.css'
import prose from '@/components/ui/prose.module.css'
import { comesFromOwnPage } from '@/lib/http/origin'
import { noteAddress } from '@/lib/server/database/accounts'
import { requestSession } from '@/lib/server/session/current'
import { redirects } from '@/lib/site/api-routes'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes, type SitePath } from '@/lib/site/routes'

type Props = PageProps<'/auth/success'>

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const query = await searchParams
  const title = query.secured !== undefined ? securedTitle : putBackTitle
  const hasNews = query.secured !== undefined || query['put-back'] !== undefined
  return { title: hasNews ? title : 'You’re not signed in', robots: { index: false } }
}

const securedTitle = 'Your account is secured'
const putBackTitle = 'We restored your email address'

/**
 * Renewals and sign-ins by email end here and continue to `next`, and the form's if cookies are off. Without a session, the
 * browser kept no cookie: then it stops here, as it would otherwise loop.
 */
export default async function AuthSuccessPage({ searchParams }: Props) {
  const query = await searchParams
  const next = safeReturnPath(query.next)
  const found = await requestSession()
  const { status } = found
  if (status === 'valid' && query.secured !== undefined)
    return <AccountSecured next={next} endedLinks={Number(query.secured)} />
  if (status === 'valid' && query['put-back'] !== undefined) {
    await noteAddress(found.session.userId, { putBackAt: null })
    return <AddressPutBack next={next} email={found.session.email} />
  }
  if (status === 'valid') redirect(next)
  if (status === 'unknown') redirect(redirects.unavailable(next))
  if (status === 'ambiguous' || status === 'unbound') redirect(redirects.sessionEnded(next))
  return <NotSignedIn next={next} hasNoCookies={comesFromOwnPage(await headers())} />
}

/** For the owner of an address, whose account another person may have used. */
function AccountSecured({ next, endedLinks }: { next: SitePath; endedLinks: number }) {
  return (
    <article className={prose.prose}>
      <h1>{securedTitle}</h1>
      <p className={prose.lead}>
        You’ve shown that this email address is yours. In case someone else had used the account, we signed
        out all other devices and removed passkeys, connected accounts such as Google or X, two-step
        verification, and the password, unless you just entered it.
      </p>
      {endedLinks > 0 && <p>{describeEndedLinks(endedLinks)}</p>}
      <p>
        <a href={routes.accountSignIn} className={button.primary}>
          Add ways to sign in
        </a>
      </p>
      <p>
        <a href={next}>Continue</a>
      </p>
    </article>
  )
}

function describeEndedLinks(count: number): string {
  return count === 1
    ? 'A note that was shared is private again: its link no longer works.'
    : `${count} notes that were shared are private again: their links no longer work.`
}

/** For the owner of an account whose address somebody has changed past this site. */
function AddressPutBack({ next, email }: { next: SitePath; email: string | null }) {
  return (
    <article className={prose.prose}>
      <h1>{putBackTitle}</h1>
      <p className={prose.lead}>
        Someone changed your account’s email address. We changed it back and signed out all devices.
      </p>
      {email && (
        <p>
          <strong>{email}</strong>
        </p>
      )}
      <p>If that wasn’t you, choose a new password, and check how you sign in.</p>
      <p>
        <a href={routes.account} className={button.primary}>
          Review your account
        </a>
      </p>
      <p>
        <a href={next}>Continue</a>
      </p>
    </article>
  )
}
