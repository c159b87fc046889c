import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import { Notes } from '@/components/notes/notes'
import { UnscriptedNote } from '@/components/notes/unscripted'
import { SessionKeeper } from '@/components/session/keeper'
import message from '@/components/ui/message.module.css'
import { siteConfig } from '@/lib/config/config'
import { countSearch, listNotes } from '@/lib/server/notes/notes'
import { requireAnswer, requireSession } from '@/lib/server/session/session'
import { routes } from '@/lib/site/routes'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Your notes', robots: { index: false } }

export default async function NotesPage({ searchParams }: PageProps<'/app'>) {
  const { after, search, isCopied } = parseQuestion(await searchParams)
  const here = routes.notes({ after, search })
  const session = await requireSession(here)
  // Over the limit all notes are shown, and words say so.
  const retryAfterSeconds = await requireAnswer(here, countSearch(session, search))
  const isRefused = retryAfterSeconds !== null
  const list = await requireAnswer(here, listNotes(session, { after, search: isRefused ? '' : search }))
  const config = siteConfig().public
  return (
    <div className={styles.page}>
      <SessionKeeper config={config} userId={session.userId} />
      <hgroup>
        <h1>Your notes</h1>
        <p className={message.who}>
          Signed in as <strong>{session.email ?? 'your account'}</strong>
        </p>
      </hgroup>
      {isCopied && (
        <p role="status" className={message.done}>
          Copied to your notes.
        </p>
      )}
      <UnscriptedNote id={randomUUID()} userId={session.userId} />
      <Notes
        list={list}
        search={search}
        refused={isRefused ? { retryAfterSeconds } : null}
        isPart={after !== ''}
        config={config}
        userId={session.userId}
        now={new Date().toISOString()}
      />
    </div>
  )
}

const longestSearch = 100

/** Which notes the address asks for: without scripts, searching and paging are links. */
function parseQuestion({ after, search, copied }: Record<string, string | string[] | undefined>) {
  return {
    after: typeof after === 'string' ? after : '',
    search: typeof search === 'string' ? search.trim().slice(0, longestSearch) : '',
    isCopied: copied !== undefined,
  }
}
