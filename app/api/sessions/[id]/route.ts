import { NextResponse } from 'next/server'
import { endSessionRow, isSessionOfOther, parseSessionId } from '@/lib/server/database/database'
import { logForeignId, refusal } from '@/lib/server/http/answer'
import { log } from '@/lib/server/log/log'
import { answerSignedIn } from '@/lib/server/session/session'

/** Ends one of the user's sessions. Another user's is a 404, like a missing one. */
export function DELETE(
  request: Request,
  { params }: RouteContext<'/api/sessions/[id]'>,
): Promise<NextResponse> {
  return answerSignedIn(request, async ({ userId }, facts) => {
    const id = parseSessionId((await params).id)
    if (!id || !(await endSessionRow(id, userId, new Date()))) {
      if (id && (await isSessionOfOther(id, userId))) logForeignId(facts, { userId, kind: 'session', id })
      return refusal(404, 'no-such-session')
    }
    log('info', 'session.ended', { requestId: facts.requestId, userId, reason: 'by-owner' })
    return new NextResponse(null, { status: 204 })
  })
}
