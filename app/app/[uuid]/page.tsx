import type { Metadata, Viewport } from 'next'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { type NoteId, noteName, parseNoteId } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/notes/routes'
import { respondNotFound } from '@/lib/server/http/not-found'
import { findNote, renderText } from '@/lib/server/notes/reading'
import { requireResult, requireSession } from '@/lib/server/session/session'
import { redirects } from '@/lib/site/api-routes'
import NotFound, { metadata as notFoundMetadata } from '../../not-found'
import { NotePage, noteViewport } from '../note'

export const viewport: Viewport = noteViewport

type Props = PageProps<'/app/[uuid]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = parseNoteId((await params).uuid)
  if (!id) return notFoundMetadata
  const { open } = await loadNote(id)
  return { title: (open && noteName(open.note)) || 'Note', robots: { index: false } }
}

/** One of the user's notes. If there is none, the tab may still have a draft at this address. */
export default async function OpenNotePage({ params, searchParams }: Props) {
  const id = parseNoteId((await params).uuid)
  const found = id && (await loadNote(id))
  if (!found?.open) await respondNotFound()
  if (!found) return <NotFound />
  return <NotePage here={noteRoutes.note(id)} {...found} id={id} done={(await searchParams).done} />
}

/** Cached, as the title and the page need it. */
const loadNote = cache(async (id: NoteId) => {
  const here = noteRoutes.note(id)
  const session = await requireSession(here)
  const note = await requireResult(here, findNote(session, id))
  if (!note) return { open: null, session }
  const rendered = await requireResult(here, renderText(session.userId, note.text))
  if (rendered.status === 'busy') redirect(redirects.unavailable(here))
  return { open: { note, html: rendered.html }, session }
})
