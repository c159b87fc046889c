import type { Metadata } from 'next'
import { Suspense } from 'react'
import { SessionList } from '@/components/account/session-list'
import { SecondFactorGate } from '@/components/second-factor/second-factor'
import { SessionWatcher } from '@/components/session/watcher'
import { currentSessions } from '@/lib/server/account/account'
import { personCredentials } from '@/lib/server/account/rows'
import { userProfile } from '@/lib/server/identity/user'
import { publicConfigForRequest } from '@/lib/server/session/relying-party'
import { requireResult, requireSession } from '@/lib/server/session/session'
import * as brand from '@/lib/site/brand'
import { routes } from '@/lib/site/routes'
import styles from '../page.module.css'
import { AccountData, AccountSections, AccountSkeleton, DeletionSection } from './sections'

export const metadata: Metadata = { title: 'Your account', robots: { index: false } }

export default async function AccountPage() {
  const session = await requireSession(routes.account)
  const credentials = personCredentials()
  const rows = Promise.all([currentSessions(session), credentials.list(session.userId)])
  const [sessions, saved] = await requireResult(routes.account, rows)
  const now = new Date().toISOString()
  const config = await publicConfigForRequest()
  const profileRequest = userProfile(session.providerUserId)
  const mayUseSaved = credentials.areAllowed(session)
  const props = { session, config, saved, profileRequest, mayUseSaved }
  return (
    <div className={styles.page}>
      <SessionWatcher config={config} userId={session.userId} />
      <SecondFactorGate config={config} />
      <p className={styles.back}>
        <a href={routes.app}>{brand.app}</a>
      </p>
      <h1>Your account</h1>
      <Suspense fallback={<AccountSkeleton />}>
        <AccountSections {...props} now={now} />
      </Suspense>
      <SessionList sessions={sessions} config={config} now={now} />
      <AccountData />
      <Suspense>
        <DeletionSection {...props} />
      </Suspense>
    </div>
  )
}
