import type { Metadata } from 'next'
import { NotesPanel } from '@/components/notes/list'
import type { PageRoom } from '@/components/rooms/pages'
import * as pageRooms from '@/components/rooms/pages'
import { SessionWatcher } from '@/components/session/watcher'
import button from '@/components/ui/button.module.css'
import { WithAddresses } from '@/components/ui/email-address'
import message from '@/components/ui/message.module.css'
import { describePreview, parseNoteId } from '@/lib/notes/note'
import { noteRequests, noteRoutes } from '@/lib/notes/routes'
import { consumeSearchLimit, listNotes } from '@/lib/server/notes/list'
import { findTrashed } from '@/lib/server/notes/trash'
import { publicConfigForRequest } from '@/lib/server/session/relying-party'
import { requireResult, requireSession } from '@/lib/server/session/session'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Your notes', robots: { index: false } }

export default async function NotesPage({ searchParams }: PageProps<'/app'>) {
  const { search, deleted } = parseQuery(await searchParams)
  const here = noteRoutes.list({ search })
  const session = await requireSession(here)
  // Over the limit, all notes are shown with a message.
  const retryAfterSeconds = await requireResult(here, consumeSearchLimit(session, search))
  const isRefused = retryAfterSeconds !== null
  const queries = [
    listNotes(session, { search: isRefused ? '' : search }),
    deleted && findTrashed(session, deleted),
  ] as const
  const [list, trashed] = await requireResult(here, Promise.all(queries))
  const config = await publicConfigForRequest()
  const { userId, authenticatedAt } = session
  return (
    <div className={styles.page}>
      <SessionWatcher config={config} userId={userId} />
      <h1>Your notes</h1>
      {trashed && (
        <form method="post" action={noteRequests.trash} className={`row ${message.done} ${styles.undo}`}>
          <p role="status">
            Moved “
            <bdi>
              <WithAddresses text={describePreview(trashed).name} />
            </bdi>
            ” to the trash.
          </p>
          <input type="hidden" name="do" value="restore" />
          <input type="hidden" name="id" value={trashed.id} />
          <input type="hidden" name="userId" value={userId} />
          <button type="submit" className={button.quiet}>
            Undo
          </button>
        </form>
      )}
      <NotesPanel
        list={list}
        search={search}
        refused={isRefused ? { retryAfterSeconds } : null}
        config={config}
        userId={userId}
        now={new Date().toISOString()}
      />
      {Object.entries<PageRoom>(pageRooms).map(
        ([name, { Hint }]) => Hint && <Hint key={name} {...{ config, userId, authenticatedAt }} />,
      )}
    </div>
  )
}

const maxSearchLength = 100

/** `deleted`: the note to offer Undo for. */
function parseQuery({ search, deleted }: Record<string, string | string[] | undefined>) {
  return {
    search: typeof search === 'string' ? search.trim().slice(0, maxSearchLength) : '',
    deleted: parseNoteId(deleted),
  }
}
