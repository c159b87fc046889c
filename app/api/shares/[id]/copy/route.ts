import type { NextResponse } from 'next/server'
import { parseShareId } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/notes/routes'
import { answerNoteForm } from '@/lib/server/notes/answers'
import { copyShared } from '@/lib/server/notes/shares'

/** Copies a shared note to the reader's own, once, and redirects to it. Sent by a plain form. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/shares/[id]/copy'>,
): Promise<NextResponse> {
  const { id: requested } = await params
  const back = noteRoutes.share(requested)
  return answerNoteForm(request, back, async (session) => {
    const id = parseShareId(requested)
    const copy = id && (await copyShared(session, id))
    // The link has expired since: its page is a 404.
    if (!copy) return back
    if (copy.status === 'busy') return [429, 'too-many-changes']
    if (copy.status === 'refused') return [409, copy.problem]
    const { status } = copy
    return noteRoutes.note(copy.id, status === 'kept' ? {} : { done: status })
  })
}
