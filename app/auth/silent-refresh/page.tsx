import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import button from '@/components/button.module.css'
import prose from '@/components/prose.module.css'
import { SilentRefresh } from '@/components/silent-refresh'
import { siteConfig } from '@/lib/config'
import { safeReturnPath } from '@/lib/return-path'
import { routes } from '@/lib/routes'
import { requestSession } from '@/lib/server/session'

export const metadata: Metadata = { title: 'Your session', robots: { index: false } }

/** For a visitor whose session has run out: renewed in the browser without a question, else the way to a new one. */
export default async function SilentRefreshPage({ searchParams }: PageProps<'/auth/silent-refresh'>) {
  const next = safeReturnPath((await searchParams).next)
  if ((await requestSession()).status === 'valid') redirect(next)
  const config = siteConfig().public
  return (
    <article className={prose.prose}>
      <h1>Your session has run out</h1>
      <p className={prose.lead}>
        You go on where you were in a moment. If not, sign in once more: that brings you there, too.
      </p>
      {config.identity && <SilentRefresh config={config} next={next} />}
      <p>
        <a href={routes.loginThen(next, 'expired')} className={button.primary}>
          Go to sign-in
        </a>
      </p>
    </article>
  )
}
