import type { Metadata } from 'next'
import { DeviceList } from '@/components/device-list'
import { SessionKeeper } from '@/components/session-keeper'
import { SignOutButton } from '@/components/sign-out-button'
import { Time } from '@/components/time'
import { siteConfig } from '@/lib/config'
import { routes } from '@/lib/routes'
import { currentDevices } from '@/lib/server/device'
import { requireSession } from '@/lib/server/session'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Your account', robots: { index: false } }

export default async function AccountPage() {
  const session = await requireSession(routes.app)
  const devices = await currentDevices(session)
  const config = siteConfig().public
  return (
    <div className={styles.page}>
      <SessionKeeper config={config} userId={session.userId} />
      <h1>Welcome in</h1>
      <dl className={styles.facts}>
        <dt>Email</dt>
        <dd>{session.email ?? 'none'}</dd>
        <dt>Signed in</dt>
        <dd>
          <Time date={session.openedAt} />
        </dd>
        <dt>This session lasts until</dt>
        <dd>
          <Time date={new Date(session.expiresAt * 1000)} />
        </dd>
      </dl>
      <SignOutButton config={config} />
      <DeviceList devices={devices} config={config} />
    </div>
  )
}
