import type { Metadata } from 'next'
import { OfflineNotice } from '@/components/notes/offline'
import { TrashPanel } from '@/components/notes/trash'
import { SessionWatcher } from '@/components/session/watcher'
import { siteConfig } from '@/lib/config/config'
import { noteRoutes } from '@/lib/notes/routes'
import { listTrash } from '@/lib/server/notes/trash'
import { requireResult, requireSession } from '@/lib/server/session/session'
import { routes } from '@/lib/site/routes'
import styles from '../page.module.css'

export const metadata: Metadata = { title: 'Trash', robots: { index: false } }

export default async function TrashPage({ searchParams }: PageProps<'/app/trash'>) {
  const { after: cursor } = await searchParams
  const after = typeof cursor === 'string' ? cursor : ''
  const here = noteRoutes.trash({ after })
  const session = await requireSession(here)
  const trash = await requireResult(here, listTrash(session.userId, { after }))
  return (
    <div className={styles.page}>
      <SessionWatcher config={siteConfig().public} userId={session.userId} />
      <OfflineNotice />
      <p className={styles.back}>
        <a href={routes.app}>Your notes</a>
      </p>
      <h1>Trash</h1>
      <TrashPanel trash={trash} userId={session.userId} now={new Date().toISOString()} />
    </div>
  )
}
