import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { NoteBody } from '@/components/notes/rendered'
import { SessionWatcher } from '@/components/session/watcher'
import button from '@/components/ui/button.module.css'
import { NotFoundLayout } from '@/components/ui/doorway'
import { WithAddresses } from '@/components/ui/email-address'
import prose from '@/components/ui/prose.module.css'
import { RelativeTime } from '@/components/ui/relative-time'
import { siteConfig } from '@/lib/config/config'
import { parseShareId } from '@/lib/notes/note'
import { noteRequests, noteRoutes } from '@/lib/notes/routes'
import { respondNotFound } from '@/lib/server/http/not-found'
import { readShared } from '@/lib/server/notes/reading'
import { requireResult, requireSession } from '@/lib/server/session/session'
import { redirects } from '@/lib/site/api-routes'
import { routes } from '@/lib/site/routes'

type Props = PageProps<'/share/[uuid]'>

/** Reveals nothing of the note: link previews aren't signed in. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uuid } = await params
  const found = await loadShared(uuid)
  return { title: found ? 'Shared note' : linkNotFoundTitle, robots: { index: false } }
}

/** A shared note, read-only. Every link without a note is the same 404. */
export default async function SharePage({ params }: Props) {
  const { uuid } = await params
  const found = await loadShared(uuid)
  if (!found) {
    await respondNotFound()
    return <LinkNotFound />
  }
  const { note, session } = found
  const config = siteConfig().public
  return (
    <article className={prose.prose}>
      <SessionWatcher config={config} userId={session.userId} />
      <h1 dir="auto">
        <WithAddresses text={note.title || 'Shared note'} />
      </h1>
      <p className={prose.reference}>
        {note.isOwn ? (
          <>
            This is how others see your note. <a href={routes.app}>Your notes</a>
          </>
        ) : (
          <>
            {note.author ? (
              <>
                Shared by{' '}
                <bdi>
                  <WithAddresses text={note.author} />
                </bdi>
              </>
            ) : (
              <span>Shared with you</span>
            )}
            , last changed <RelativeTime at={note.changedAt} now={new Date().toISOString()} />
          </>
        )}
      </p>
      <NoteBody html={note.html} />
      {!note.isOwn && (
        <form method="post" action={noteRequests.copy(uuid)} className="row apart" data-screen-only="">
          <button type="submit" className={button.quiet}>
            Copy to my notes
          </button>
          <a href={noteRoutes.report(uuid)} data-contact="">
            Report this note
          </a>
        </form>
      )}
    </article>
  )
}

/** Cached, as the title and the page need it. */
const loadShared = cache(async (uuid: string) => {
  const here = noteRoutes.share(uuid)
  const id = parseShareId(uuid)
  if (!id) return null
  const session = await requireSession(here)
  const note = await requireResult(here, readShared(session, id))
  if (note === 'busy') redirect(redirects.unavailable(here))
  return note && { note, session }
})

/** Doesn't reveal whether there ever was a note. */
function LinkNotFound() {
  return (
    <NotFoundLayout>
      <h1>{linkNotFoundTitle}</h1>
      <p className={prose.lead}>It may have expired or been turned off.</p>
      <p>
        Ask the person who sent it for a new one, or <a href={routes.home}>go to the home page</a>.
      </p>
    </NotFoundLayout>
  )
}

const linkNotFoundTitle = 'This link doesn’t work'
