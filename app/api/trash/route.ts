import { NextResponse } from 'next/server'
import { parseNoteId } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/notes/routes'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { logForeignId } from '@/lib/server/http/answer'
import { readForm } from '@/lib/server/http/request'
import { logIfForeign, notSavedResponse } from '@/lib/server/notes/answers'
import { noteLimits } from '@/lib/server/notes/limits'
import { deleteTrashed, emptyTrash, restoreNote } from '@/lib/server/notes/trash'
import { answerSignedIn } from '@/lib/server/session/session'

const maxBodyBytes = 1024

/** Restores a note, deletes it for good, or empties the trash. Sent by a plain form. */
export function POST(request: Request): Promise<NextResponse> {
  const refuse = (status: number, code: string) => notSavedResponse(status, code, noteRoutes.trash())
  return answerSignedIn(
    request,
    async (session, facts) => {
      if ((await consumeLimit(noteLimits.write, session.userId)) !== null)
        return refuse(429, 'too-many-changes')
      const form = await readForm(request, maxBodyBytes)
      if (!form) return refuse(413, 'body-too-large')
      const userId = form.get('userId') ?? ''
      // Another tab may have signed in to a different account since the form was rendered.
      if (userId !== session.userId) {
        logForeignId(facts, { userId: session.userId, kind: 'user', id: userId })
        return refuse(401, 'other-user')
      }
      const [action, id] = [form.get('do'), parseNoteId(form.get('id'))]
      if (action === 'empty') await emptyTrash(session)
      const isRestored = action === 'restore' && id !== null && (await restoreNote(session, id))
      const isDeleted = action === 'delete' && id !== null && (await deleteTrashed(session, id))
      if (!isRestored && !isDeleted) await logIfForeign(session, id, facts)
      const location = isRestored ? noteRoutes.note(id) : noteRoutes.trash()
      return new NextResponse(null, { status: 303, headers: { location } })
    },
    refuse,
  )
}
