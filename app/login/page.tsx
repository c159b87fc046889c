import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { Doorway } from '@/components/doorway'
import { SignInForm } from '@/components/sign-in-form'
import { SignInUnavailable } from '@/components/sign-in-unavailable'
import { isSecureOrigin, ownOrigin } from '@/lib/origin'
import { safeReturnPath } from '@/lib/return-path'
import { parseLoginNotice } from '@/lib/routes'
import { serverConfig } from '@/lib/server/config'
import { requestSession } from '@/lib/server/session'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } }

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { next, notice } = await searchParams
  const goesTo = safeReturnPath(next)
  if ((await requestSession()).status === 'valid') redirect(goesTo)
  const config = serverConfig()
  const origin = ownOrigin(await headers(), config.origin)
  const obstacle = !config.public.identity
    ? 'not-configured'
    : origin && !isSecureOrigin(origin)
      ? 'not-secure'
      : null
  return (
    <div className={styles.page}>
      <Doorway className={styles.picture} />
      <section className={styles.card}>
        {obstacle ? (
          <SignInUnavailable obstacle={obstacle} />
        ) : (
          <SignInForm config={config.public} next={goesTo} notice={parseLoginNotice(notice)} />
        )}
      </section>
    </div>
  )
}
