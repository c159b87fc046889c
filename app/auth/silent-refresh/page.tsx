import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import button from '@/components/button.module.css'
import prose from '@/components/prose.module.css'
import { routes, safeReturnPath } from '@/lib/routes'
import { currentSession } from '@/lib/server/session'

export const metadata: Metadata = { title: 'Your session', robots: { index: false } }

/** For a visitor whose session has run out: on with a live one, else the way to a new one. */
export default async function SilentRefreshPage({ searchParams }: PageProps<'/auth/silent-refresh'>) {
  const next = safeReturnPath((await searchParams).next)
  if (await currentSession()) redirect(next)
  return (
    <article className={prose.prose}>
      <h1>Your session has run out</h1>
      <p className={prose.lead}>Sign in once more, and you go on where you were.</p>
      <p>
        <a href={routes.loginThen(next, 'expired')} className={button.primary}>
          Go to sign-in
        </a>
      </p>
    </article>
  )
}
