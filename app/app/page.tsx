import type { Metadata } from 'next'
import { PasskeyHint } from '@/components/account/passkeys/hint'
import { NotesPanel } from '@/components/notes/list'
import { SessionKeeper } from '@/components/session/keeper'
import button from '@/components/ui/button.module.css'
import message from '@/components/ui/message.module.css'
import { describeBeginning } from '@/lib/notes/beginning'
import { parseNoteId } from '@/lib/notes/note'
import { countSearch, findTrashed, listNotes } from '@/lib/server/notes/notes'
import { publicConfigHere } from '@/lib/server/passkeys/passkeys'
import { requireAnswer, requireSession } from '@/lib/server/session/session'
import { noteRequests, noteRoutes } from '@/lib/site/note-routes'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Your notes', robots: { index: false } }

export default async function NotesPage({ searchParams }: PageProps<'/app'>) {
  const { after, search, deleted } = parseQuestion(await searchParams)
  const here = noteRoutes.list({ after, search })
  const session = await requireSession(here)
  // Over the limit all notes are shown, and words say so.
  const retryAfterSeconds = await requireAnswer(here, countSearch(session, search))
  const isRefused = retryAfterSeconds !== null
  const question = { after, search: isRefused ? '' : search }
  const asked = [listNotes(session, question), deleted && findTrashed(session, deleted)] as const
  const [list, trashed] = await requireAnswer(here, Promise.all(asked))
  const config = await publicConfigHere()
  return (
    <div className={styles.page}>
      <SessionKeeper config={config} userId={session.userId} />
      <h1>Your notes</h1>
      {trashed && (
        <form method="post" action={noteRequests.trash} className={`${message.done} ${styles.undo}`}>
          <p role="status">
            Moved “<bdi>{describeBeginning(trashed).name}</bdi>” to the trash.
          </p>
          <input type="hidden" name="do" value="restore" />
          <input type="hidden" name="id" value={trashed.id} />
          <input type="hidden" name="userId" value={session.userId} />
          <button type="submit" className={button.quiet}>
            Undo
          </button>
        </form>
      )}
      <NotesPanel
        list={list}
        search={search}
        after={after}
        refused={isRefused ? { retryAfterSeconds } : null}
        config={config}
        userId={session.userId}
        now={new Date().toISOString()}
      />
      <PasskeyHint config={config} userId={session.userId} authenticatedAt={session.authenticatedAt} />
    </div>
  )
}

const longestSearch = 100

/** Which notes the address asks for: without scripts, searching and paging are links. */
function parseQuestion({ after, search, deleted }: Record<string, string | string[] | undefined>) {
  return {
    after: typeof after === 'string' ? after : '',
    search: typeof search === 'string' ? search.trim().slice(0, longestSearch) : '',
    deleted: parseNoteId(deleted),
  }
}
