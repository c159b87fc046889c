import type { Metadata } from 'next'
import { NotesPanel } from '@/components/notes/list'
import { OfflineNotice } from '@/components/notes/offline'
import { TrashButton } from '@/components/notes/trash'
import type { PageRoom } from '@/components/rooms/pages'
import * as pageRooms from '@/components/rooms/pages'
import { SessionWatcher } from '@/components/session/watcher'
import { Announced } from '@/components/ui/announced'
import { WithAddresses } from '@/components/ui/email-address'
import message from '@/components/ui/message.module.css'
import { describePreview, parseNoteId } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/notes/routes'
import { consumeSearchLimit, searchNotes } from '@/lib/server/notes/search'
import { findTrashed } from '@/lib/server/notes/trash'
import { publicConfigForRequest } from '@/lib/server/session/relying-party'
import { requireResult, requireSession } from '@/lib/server/session/session'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Your notes', robots: { index: false } }

export default async function NotesPage({ searchParams }: PageProps<'/app'>) {
  const { search, after, deleted } = parseQuery(await searchParams)
  const here = noteRoutes.list({ search, after })
  const session = await requireSession(here)
  // Over the limit, all notes are shown with a message.
  const retryAfterSeconds = await requireResult(here, consumeSearchLimit(session.userId, search))
  const isRefused = retryAfterSeconds !== null
  const queries = [
    searchNotes(session.userId, isRefused ? '' : search, after),
    deleted && findTrashed(deleted, session.userId),
  ] as const
  const [list, trashed] = await requireResult(here, Promise.all(queries))
  const config = await publicConfigForRequest()
  const { userId } = session
  return (
    <div className={styles.page}>
      <SessionWatcher config={config} userId={userId} />
      <OfflineNotice />
      <h1>Your notes</h1>
      {trashed && (
        <div className={`row ${message.done} ${styles.done}`}>
          <Announced id={trashed.id}>
            Moved “
            <bdi>
              <WithAddresses text={describePreview(trashed).heading} />
            </bdi>
            ” to the trash.
          </Announced>
          <TrashButton userId={userId} id={trashed.id} what="restore" autoFocus>
            Undo
          </TrashButton>
        </div>
      )}
      <NotesPanel
        list={list}
        search={search}
        after={after}
        failure={isRefused ? { status: 'refused', problem: null, retryAfterSeconds } : null}
        config={config}
        userId={userId}
        now={new Date().toISOString()}
      />
      {Object.entries<PageRoom>(pageRooms).map(
        ([name, { Hint }]) => Hint && <Hint key={name} config={config} />,
      )}
    </div>
  )
}

const maxSearchLength = 100

/** `deleted`: the note to offer Undo for. */
function parseQuery({ search, after, deleted }: Record<string, string | string[] | undefined>) {
  return {
    search: typeof search === 'string' ? search.trim().slice(0, maxSearchLength) : '',
    after: typeof after === 'string' ? after : '',
    deleted: parseNoteId(deleted),
  }
}
