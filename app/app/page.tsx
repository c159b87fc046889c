import type { Metadata } from 'next'
import { SignOutButton } from '@/components/sign-out-button'
import { siteConfig } from '@/lib/config'
import { routes } from '@/lib/routes'
import { requireSession } from '@/lib/server/session'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Your account', robots: { index: false } }

export default async function AccountPage() {
  const session = await requireSession(routes.app)
  return (
    <div className={styles.page}>
      <h1>Welcome in</h1>
      <dl className={styles.facts}>
        <dt>Email</dt>
        <dd>{session.email ?? 'none'}</dd>
        <dt>Signed in</dt>
        <dd>
          <Time seconds={session.authenticatedAt} />
        </dd>
        <dt>This session lasts until</dt>
        <dd>
          <Time seconds={session.expiresAt} />
        </dd>
      </dl>
      <SignOutButton config={siteConfig().public} />
    </div>
  )
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function Time({ seconds }: { seconds: number }) {
  const date = new Date(seconds * 1000)
  return <time dateTime={date.toISOString()}>{format.format(date)} UTC</time>
}
