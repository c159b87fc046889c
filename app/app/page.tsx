import type { Metadata } from 'next'
import { Notes } from '@/components/notes/notes'
import { SessionKeeper } from '@/components/session/keeper'
import { SignOutButton } from '@/components/session/sign-out-button'
import message from '@/components/ui/message.module.css'
import { siteConfig } from '@/lib/config/config'
import { listNotes } from '@/lib/server/notes/notes'
import { requireAnswer, requireSession } from '@/lib/server/session/session'
import { routes } from '@/lib/site/routes'
import { describeTime } from '@/lib/time/describe-time'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Your notes', robots: { index: false } }

export default async function NotesPage() {
  const session = await requireSession(routes.app)
  const list = await requireAnswer(routes.app, listNotes(session))
  const config = siteConfig().public
  const until = new Date(session.expiresAt * 1000)
  return (
    <div className={styles.page}>
      <SessionKeeper config={config} userId={session.userId} />
      <div className={styles.top}>
        <div>
          <h1>Your notes</h1>
          <p className={message.who}>
            Signed in as <strong>{session.email ?? 'somebody without an email address'}</strong>
          </p>
          <p>
            <a href={routes.account}>Your account</a>
          </p>
        </div>
        <div>
          <SignOutButton config={config} />
        </div>
      </div>
      <Notes list={list} config={config} userId={session.userId} />
      <p className={message.hint}>
        This session lasts until <time dateTime={until.toISOString()}>{describeTime(until)}</time>, and longer
        if you come back.
      </p>
    </div>
  )
}
