import { NextResponse } from 'next/server'
import { parseShareId } from '@/lib/notes/share'
import { consumeLimit } from '@/lib/server/database/database'
import { copyShared, notSavedAnswer } from '@/lib/server/notes/notes'
import { answerSignedIn } from '@/lib/server/session/session'
import { noteRoutes } from '@/lib/site/note-routes'
import { routes, type SitePath } from '@/lib/site/routes'

/** Adds a copy of a shared note to the reader's own, once, and leads to it. A form sends this, so it needs no script. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/shares/[id]/copy'>,
): Promise<NextResponse> {
  const { id: asked } = await params
  const back = routes.share(asked)
  const refuse = (status: number, code: string) => notSavedAnswer(status, { code, back })
  return answerSignedIn(
    request,
    async (session) => {
      const id = parseShareId(asked)
      if ((await consumeLimit('note-write', session.userId)) !== null) return refuse(429, 'too-many-changes')
      const copy = id && (await copyShared(session, id))
      // Ended meanwhile: the page says what any unknown address says.
      if (!copy) return leadTo(back)
      if (copy.status === 'busy') return refuse(429, 'too-many-changes')
      if (copy.status === 'refused') return refuse(409, copy.problem)
      return leadTo(noteRoutes.note(copy.id, { copied: '1' }))
    },
    refuse,
  )
}

function leadTo(location: SitePath): NextResponse {
  return new NextResponse(null, { status: 303, headers: { location } })
}
