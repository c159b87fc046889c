import type { Viewport } from 'next'
import { SideList } from '@/components/notes/list'
import { NoteView } from '@/components/notes/note'
import { OfflineNotice } from '@/components/notes/offline'
import { SessionWatcher } from '@/components/session/watcher'
import { Announced } from '@/components/ui/announced'
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
  /** What has just brought the note here, as its address says. */
  done?: unknown
}

/** An on-screen keyboard makes the page shorter, so that what stands at its bottom stays in sight. */
export const noteViewport: Viewport = { interactiveWidget: 'resizes-content' }

/** The page of a note, new or not: the note, and beside it the newest ones. */
export async function NotePage({ here, session, id, open, isNew = false, done }: Props) {
  const { userId } = session
  const list = await requireResult(here, listNotes(userId))
  const config = siteConfig().public
  const now = new Date().toISOString()
  const words = done === 'copied' ? 'Copied to your notes.' : done === 'restored' && 'Note restored.'
  return (
    <div className={`${styles.page} ${styles.both}`}>
      <SideList list={list} config={config} now={now} />
      <div>
        <SessionWatcher config={config} userId={userId} />
        <OfflineNotice />
        <p className={styles.back}>
          <a href={routes.app}>Your notes</a>
          <a href={noteRoutes.new}>New note</a>
        </p>
        {words && (
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone
          <div className={`${message.done} ${styles.done}`} tabIndex={-1} autoFocus>
            <Announced parameter="done">{words}</Announced>
          </div>
        )}
        <NoteView id={id} open={open} isNew={isNew} config={config} userId={userId} now={now} />
      </div>
    </div>
  )
}
