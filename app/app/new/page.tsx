import type { Metadata, Viewport } from 'next'
import { newNoteId } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/notes/routes'
import { requireSession } from '@/lib/server/session/session'
import { NotePage, noteViewport } from '../note'

export const metadata: Metadata = { title: 'New note', robots: { index: false } }

export const viewport: Viewport = noteViewport

export default async function NewNotePage() {
  const session = await requireSession(noteRoutes.new)
  return <NotePage here={noteRoutes.new} session={session} id={newNoteId()} open={null} isNew />
}
