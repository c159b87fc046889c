import type { Metadata } from 'next'
import { Suspense } from 'react'
import { AccountData } from '@/components/account/data'
import { SessionList } from '@/components/account/session-list'
import { AccountWaiting } from '@/components/account/waiting'
import { SecondFactorGate } from '@/components/second-factor/second-factor'
import { SessionKeeper } from '@/components/session/keeper'
import { currentSessions } from '@/lib/server/account/sessions'
import { userProfile } from '@/lib/server/identity/identity'
import { countNotes } from '@/lib/server/notes/notes'
import { listPasskeys, publicConfigHere } from '@/lib/server/passkeys/passkeys'
import { requireAnswer, requireSession } from '@/lib/server/session/session'
import { routes } from '@/lib/site/routes'
import styles from '../page.module.css'
import { DeletionPart, Details } from './answered'

export const metadata: Metadata = { title: 'Your account', robots: { index: false } }

export default async function AccountPage() {
  const session = await requireSession(routes.account)
  const rows = Promise.all([currentSessions(session), countNotes(session), listPasskeys(session)])
  const [sessions, noteCount, passkeys] = await requireAnswer(routes.account, rows)
  const now = new Date().toISOString()
  const config = await publicConfigHere()
  const known = { session, now, config, passkeys, asked: userProfile(session.userId) }
  return (
    <div className={styles.page}>
      <SessionKeeper config={config} userId={session.userId} />
      <SecondFactorGate config={config} />
      <p>
        <a href={routes.app}>Back to your notes</a>
      </p>
      <h1>Your account</h1>
      <Suspense fallback={<AccountWaiting />}>
        <Details {...known} />
      </Suspense>
      <SessionList sessions={sessions} config={config} now={now} />
      <AccountData />
      <Suspense>
        <DeletionPart {...known} noteCount={noteCount} />
      </Suspense>
    </div>
  )
}
