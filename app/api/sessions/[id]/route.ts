import { NextResponse } from 'next/server'
import { refusal } from '@/lib/server/http/answer'
import { endListedSession } from '@/lib/server/session/end'
import { answerSignedIn } from '@/lib/server/session/session'

/** Ends one of the user's sessions. Another user's is a 404, like a missing one. */
export function DELETE(
  request: Request,
  { params }: RouteContext<'/api/sessions/[id]'>,
): Promise<NextResponse> {
  return answerSignedIn(request, async (session, facts) => {
    const { id } = await params
    const isEnded = await endListedSession(id, session, facts)
    return isEnded ? new NextResponse(null, { status: 204 }) : refusal(404, 'no-such-session')
  })
}
