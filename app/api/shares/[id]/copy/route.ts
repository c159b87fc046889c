import { NextResponse } from 'next/server'
import { parseShareId } from '@/lib/notes/note'
import { noteRoutes } from '@/lib/notes/routes'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { notSavedResponse } from '@/lib/server/notes/answers'
import { noteLimits } from '@/lib/server/notes/notes'
import { copyShared } from '@/lib/server/notes/shares'
import { answerSignedIn } from '@/lib/server/session/session'
import type { SitePath } from '@/lib/site/routes'

/** Copies a shared note to the reader's own, once, and redirects to it. Sent by a plain form. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/shares/[id]/copy'>,
): Promise<NextResponse> {
  const { id: requested } = await params
  const back = noteRoutes.share(requested)
  const refuse = (status: number, code: string) => notSavedResponse(status, code, back)
  return answerSignedIn(
    request,
    async (session) => {
      const id = parseShareId(requested)
      if ((await consumeLimit(noteLimits.write, session.userId)) !== null)
        return refuse(429, 'too-many-changes')
      const copy = id && (await copyShared(session, id))
      // The link has expired since: its page is a 404.
      if (!copy) return seeOther(back)
      if (copy.status === 'busy') return refuse(429, 'too-many-changes')
      if (copy.status === 'refused') return refuse(409, copy.problem)
      return seeOther(noteRoutes.note(copy.id, { copied: '1' }))
    },
    refuse,
  )
}

function seeOther(location: SitePath): NextResponse {
  return new NextResponse(null, { status: 303, headers: { location } })
}
