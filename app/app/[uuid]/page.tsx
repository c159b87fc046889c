import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { SideList } from '@/components/notes/list'
import { NoteView } from '@/components/notes/note'
import { SessionWatcher } from '@/components/session/watcher'
import message from '@/components/ui/message.module.css'
import { siteConfig } from '@/lib/config/config'
import { type NoteId, noteName, parseNoteId } from '@/lib/notes/note'
import { respondNotFound } from '@/lib/server/http/not-found'
import { listNotes } from '@/lib/server/notes/list'
import { readNote } from '@/lib/server/notes/note'
import { requireResult, requireSession } from '@/lib/server/session/session'
import { redirects } from '@/lib/site/api-routes'
import { noteRoutes } from '@/lib/site/note-routes'
import { routes } from '@/lib/site/routes'
import NotFound, { metadata as notFoundMetadata } from '../../not-found'
import styles from '../page.module.css'

type Props = PageProps<'/app/[uuid]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = parseNoteId((await params).uuid)
  if (!id) return notFoundMetadata
  const { open } = await loadNote(id)
  return { title: (open && noteName(open.note)) || 'Note', robots: { index: false } }
}

/** One of the user's notes. If there is none, the tab may still have a draft at this address. */
export default async function NotePage({ params, searchParams }: Props) {
  const id = parseNoteId((await params).uuid)
  const found = id && (await loadNote(id))
  if (!found?.open) await respondNotFound()
  if (!found) return <NotFound />
  const { open, session } = found
  const list = await requireResult(noteRoutes.note(id), listNotes(session))
  const config = siteConfig().public
  const now = new Date().toISOString()
  return (
    <div className={`${styles.page} ${styles.both}`}>
      <SideList list={list} config={config} now={now} />
      <div>
        <SessionWatcher config={config} userId={session.userId} />
        <p className={styles.back}>
          <a href={routes.app}>Your notes</a>
          <a href={noteRoutes.new}>New note</a>
        </p>
        {(await searchParams).copied !== undefined && (
          <p role="status" className={message.done}>
            Copied to your notes.
          </p>
        )}
        <NoteView id={id} open={open} isNew={false} config={config} userId={session.userId} now={now} />
      </div>
    </div>
  )
}

/** Cached, as the title and the page need it. */
const loadNote = cache(async (id: NoteId) => {
  const here = noteRoutes.note(id)
  const session = await requireSession(here)
  const found = await requireResult(here, readNote(session, id))
  if (found.status === 'busy') redirect(redirects.unavailable(here))
  return { open: found.status === 'open' ? found.value : null, session }
})
