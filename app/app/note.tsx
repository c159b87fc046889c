import { SideList } from '@/components/notes/list'
import { NoteView } from '@/components/notes/note'
import { SessionWatcher } from '@/components/session/watcher'
import message from '@/components/ui/message.module.css'
import { siteConfig } from '@/lib/config/config'
import type { NoteId, RenderedNote } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/notes/routes'
import { listNotes } from '@/lib/server/notes/list'
import type { LiveSession } from '@/lib/server/session/current'
import { requireResult } from '@/lib/server/session/session'
import { routes, type SitePath } from '@/lib/site/routes'
import styles from './page.module.css'

type Props = {
  /** The address to come back to after a fault. */
  here: SitePath
  session: LiveSession
  id: NoteId
  /** Null for a new note, and for a missing one, which may still have a draft in this tab. */
  open: RenderedNote | null
  isNew?: boolean
  isCopied?: boolean
}

/** The page of a note, new or not: the note, and beside it the newest ones. */
export async function NotePage({ here, session, id, open, isNew = false, isCopied = false }: Props) {
  const { userId } = session
  const list = await requireResult(here, listNotes(userId))
  const hasNotes = list.notes.length > 0
  const config = siteConfig().public
  const now = new Date().toISOString()
  return (
    <div className={hasNotes ? `${styles.page} ${styles.both}` : styles.page}>
      {hasNotes && <SideList list={list} config={config} now={now} />}
      <div>
        <SessionWatcher config={config} userId={userId} />
        <p className={styles.back}>
          <a href={routes.app}>Your notes</a>
          <a href={noteRoutes.new}>New note</a>
        </p>
        {isCopied && (
          <p role="status" className={message.done}>
            Copied to your notes.
          </p>
        )}
        <NoteView id={id} open={open} isNew={isNew} config={config} userId={userId} now={now} />
      </div>
    </div>
  )
}
