import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NotSignedIn } from '@/components/session/not-signed-in'
import { SilentRefresh } from '@/components/session/silent-refresh'
import button from '@/components/ui/button.module.css'
import prose from '@/components/ui/prose.module.css'
import { siteConfig } from '@/lib/config/config'
import { requestSession } from '@/lib/server/session/current'
import { redirects } from '@/lib/site/api-routes'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes } from '@/lib/site/routes'

export async function generateMetadata(): Promise<Metadata> {
  const isAbsent = (await requestSession()).status === 'absent'
  return { title: isAbsent ? 'You’re not signed in' : 'Renewing your session', robots: { index: false } }
}

/** Renews an expired session without asking, or leads to sign-in. Without a cookie there's nothing to renew. */
export default async function SilentRefreshPage({ searchParams }: PageProps<'/auth/silent-refresh'>) {
  const next = safeReturnPath((await searchParams).next)
  const { status } = await requestSession()
  if (status === 'valid') redirect(next)
  if (status === 'unbound') redirect(redirects.sessionEnded(next))
  const config = siteConfig().public
  if (!config.identity) redirect(routes.loginThen(next))
  if (status === 'absent') return <NotSignedIn next={next} />
  return (
    <article className={prose.prose}>
      <h1>Renewing your session</h1>
      <p className={prose.lead}>One moment. If nothing happens, sign in to pick up where you left off.</p>
      <SilentRefresh config={config} next={next} />
      <p>
        <a href={routes.loginThen(next, 'expired')} className={button.primary}>
          Sign in
        </a>
      </p>
    </article>
  )
}
