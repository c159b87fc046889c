import { NextResponse } from 'next/server'
import { parseNoteId } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/notes/routes'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { logForeignId } from '@/lib/server/http/answer'
import { readForm } from '@/lib/server/http/request'
import { logIfForeign, notSavedResponse } from '@/lib/server/notes/answers'
import { noteLimits } from '@/lib/server/notes/notes'
import { deleteTrashed, restoreNote } from '@/lib/server/notes/trash'
import { answerSignedIn } from '@/lib/server/session/session'

const maxBodyBytes = 1024

/** Restores a note, deletes it for good, or empties the trash. Sent by a plain form. */
export function POST(request: Request): Promise<NextResponse> {
  const refuse = (status: number, code: string) => notSavedResponse(status, code, noteRoutes.trash())
  return answerSignedIn(
    request,
    async ({ userId }, facts) => {
      if ((await consumeLimit(noteLimits.write, userId)) !== null) return refuse(429, 'too-many-changes')
      const form = await readForm(request, maxBodyBytes)
      if (!form) return refuse(413, 'body-too-large')
      const sender = form.get('userId') ?? ''
      // Another tab may have signed in to a different account since the form was rendered.
      if (sender !== userId) {
        logForeignId(facts, { userId, kind: 'user', id: sender })
        return refuse(401, 'other-user')
      }
      const [action, id] = [form.get('do'), parseNoteId(form.get('id'))]
      if (action === 'empty') await deleteTrashed(userId)
      const isRestored = action === 'restore' && id !== null && (await restoreNote(id, userId))
      const isDeleted = action === 'delete' && id !== null && (await deleteTrashed(userId, id)) > 0
      if (!isRestored && !isDeleted) await logIfForeign(userId, id, facts)
      const location = isRestored ? noteRoutes.note(id) : noteRoutes.trash()
      return new NextResponse(null, { status: 303, headers: { location } })
    },
    refuse,
  )
}
