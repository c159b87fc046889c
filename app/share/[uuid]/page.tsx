import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { RenderedNote } from '@/components/notes/rendered'
import { SessionKeeper } from '@/components/session/keeper'
import button from '@/components/ui/button.module.css'
import prose from '@/components/ui/prose.module.css'
import { RelativeTime } from '@/components/ui/relative-time'
import { siteConfig } from '@/lib/config/config'
import { isPrefetch } from '@/lib/http/origin'
import { parseShareId } from '@/lib/notes/share'
import { openShared } from '@/lib/server/notes/notes'
import { requireAnswer, requireSession } from '@/lib/server/session/session'
import { apiRoutes } from '@/lib/site/api-routes'
import { routes } from '@/lib/site/routes'
import styles from './page.module.css'

type Props = PageProps<'/share/[uuid]'>

/** Nothing of the note: its readers are signed in, and link previews aren't. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uuid } = await params
  const found = await open(uuid)
  // After a client-side navigation Next uses the page's title, not its 404 page's.
  return { title: found ? 'Shared note' : 'Page Not Found', robots: { index: false } }
}

/** A shared note, to read. Without a note behind the link the same 404 as for any unknown address. */
export default async function SharePage({ params }: Props) {
  const { uuid } = await params
  const found = await open(uuid)
  if (!found) notFound()
  const { note, session } = found
  return (
    <article className={`${prose.prose} ${styles.note}`}>
      <SessionKeeper config={siteConfig().public} userId={session.userId} />
      <h1 dir="auto">{note.title || 'Shared note'}</h1>
      <p className={prose.reference}>
        {note.isOwn ? (
          <>
            This is how others see your note. <a href={routes.app}>Your notes</a>
          </>
        ) : (
          <>
            {note.writer ? (
              <>
                Shared by <bdi>{note.writer}</bdi>
              </>
            ) : (
              'Shared with you'
            )}
            , last changed <RelativeTime at={note.changedAt} now={new Date().toISOString()} />
          </>
        )}
      </p>
      <RenderedNote html={note.html} />
      {!note.isOwn && (
        <form method="post" action={apiRoutes.shareCopy(uuid)} className={styles.keep}>
          <button type="submit" className={button.quiet}>
            Copy to my notes
          </button>
        </form>
      )}
    </article>
  )
}

/** Once for title and page. */
const open = cache(async (uuid: string) => {
  const here = routes.share(uuid)
  const id = parseShareId(uuid)
  if (!id) return null
  const session = await requireSession(here)
  const counts = !isPrefetch(await headers())
  const found = await requireAnswer(here, openShared(session, id, { counts }))
  if (found.status === 'busy') redirect(apiRoutes.unavailable(here))
  return found.status === 'open' ? { note: found.value, session } : null
})
