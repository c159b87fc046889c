import { NextResponse } from 'next/server'
import { parseNoteId } from '@/lib/notes/note'
import { countEvent } from '@/lib/server/database/database'
import { logForeignId } from '@/lib/server/http/answer'
import { readForm } from '@/lib/server/http/request'
import { deleteTrashed, notSavedAnswer, restoreNote } from '@/lib/server/notes/notes'
import { answerSignedIn } from '@/lib/server/session/session'
import { routes } from '@/lib/site/routes'

const maxBodyBytes = 1024

/** Restores a deleted note, or deletes one or all for good. Forms send this, so it needs no script. */
export function POST(request: Request): Promise<NextResponse> {
  const refuse = (status: number, code: string) => notSavedAnswer(status, { code, back: routes.trash() })
  return answerSignedIn(
    request,
    async (session, facts) => {
      const form = await readForm(request, maxBodyBytes)
      if (!form) return refuse(413, 'body-too-large')
      const userId = form.get('userId') ?? ''
      // Another tab may have signed in as another user.
      if (userId !== session.userId) {
        logForeignId(facts, { userId: session.userId, kind: 'user', id: userId })
        return refuse(401, 'other-user')
      }
      if ((await countEvent('note-write', userId)) !== null) return refuse(429, 'too-many-changes')
      const id = parseNoteId(form.get('id'))
      const what = form.get('do')
      if (what === 'restore' && id && (await restoreNote(session, id))) return leadTo(routes.note(id))
      if (what === 'delete' && id) await deleteTrashed(session, id)
      if (what === 'empty') await deleteTrashed(session)
      return leadTo(routes.trash())
    },
    refuse,
  )
}

function leadTo(location: string): NextResponse {
  return new NextResponse(null, { status: 303, headers: { location } })
}
