import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import button from '@/components/ui/button.module.css'
import prose from '@/components/ui/prose.module.css'
import { requestSession } from '@/lib/server/session/session'
import { apiRoutes } from '@/lib/site/api-routes'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes } from '@/lib/site/routes'

export const metadata: Metadata = { title: 'You’re not signed in', robots: { index: false } }

/**
 * Every sign-in ends here and continues. Without a session the browser kept no cookie: it stops here, as it
 * would otherwise refresh in circles.
 */
export default async function AuthSuccessPage({ searchParams }: PageProps<'/auth/success'>) {
  const next = safeReturnPath((await searchParams).next)
  const { status } = await requestSession()
  if (status === 'valid') redirect(next)
  if (status === 'unknown') redirect(apiRoutes.unavailable(next))
  return (
    <article className={prose.prose}>
      <h1>You’re not signed in</h1>
      <p className={prose.lead}>We couldn’t keep you signed in. Allow cookies for this site and try again.</p>
      <p>
        <a href={routes.loginThen(next)} className={button.primary}>
          Sign in
        </a>
      </p>
    </article>
  )
}
