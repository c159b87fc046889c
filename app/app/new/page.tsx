import type { Metadata } from 'next'
import { NoteView } from '@/components/notes/note'
import { SessionWatcher } from '@/components/session/watcher'
import { siteConfig } from '@/lib/config/config'
import { newNoteId } from '@/lib/notes/note'
import { requireSession } from '@/lib/server/session/session'
import { noteRoutes } from '@/lib/site/note-routes'
import { routes } from '@/lib/site/routes'
import styles from '../page.module.css'

export const metadata: Metadata = { title: 'New note', robots: { index: false } }

export default async function NewNotePage() {
  const { userId } = await requireSession(noteRoutes.new)
  const config = siteConfig().public
  return (
    <div className={styles.page}>
      <SessionWatcher config={config} userId={userId} />
      <p className={styles.back}>
        <a href={routes.app}>Your notes</a>
      </p>
      <NoteView
        id={newNoteId()}
        open={null}
        isNew
        config={config}
        userId={userId}
        now={new Date().toISOString()}
      />
    </div>
  )
}
