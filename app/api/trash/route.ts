import type { NextResponse } from 'next/server'
import { parseNoteId } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/notes/routes'
import { logForeignId } from '@/lib/server/http/answer'
import { readForm } from '@/lib/server/http/request'
import { answerNoteForm, logIfForeign } from '@/lib/server/notes/answers'
import { deleteTrashed, restoreNote } from '@/lib/server/notes/trash'

const maxBodyBytes = 1024

/** Restores a note, deletes it for good, or empties the trash. Sent by a plain form. */
export function POST(request: Request): Promise<NextResponse> {
  return answerNoteForm(request, noteRoutes.trash(), async (session, facts) => {
    const { userId } = session
    const form = await readForm(request, maxBodyBytes)
    if (!form) return [413, 'body-too-large']
    const sender = form.get('userId') ?? ''
    // Another tab may have signed in to a different account since the form was rendered.
    if (sender !== userId) {
      logForeignId(facts, { userId, kind: 'user', id: sender })
      return [401, 'other-user']
    }
    const [action, id] = [form.get('do'), parseNoteId(form.get('id'))]
    if (action === 'empty') await deleteTrashed(session)
    const isRestored = action === 'restore' && id !== null && (await restoreNote(session, id))
    const isDeleted = action === 'delete' && id !== null && (await deleteTrashed(session, id)) > 0
    if (!isRestored && !isDeleted) await logIfForeign(userId, id, facts)
    return isRestored ? noteRoutes.note(id, { done: 'restored' }) : noteRoutes.trash()
  })
}
