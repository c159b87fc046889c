import { NextResponse } from 'next/server'
import { endSession, isSessionOfOther, parseSessionId } from '@/lib/server/database/database'
import { answer, refusal } from '@/lib/server/http/answer'
import { noteForeignId, refuseCrossSite } from '@/lib/server/http/refusals'
import { requestFacts } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { requestSession } from '@/lib/server/session/session'

/** Ends one of the person's own sessions. One of somebody else's is as unknown as none. */
export function DELETE(
  request: Request,
  { params }: RouteContext<'/api/sessions/[id]'>,
): Promise<NextResponse> {
  return answer(async () => {
    const facts = requestFacts(request.headers)
    if (facts.isCrossSite) return refuseCrossSite(request, facts)
    const found = await requestSession()
    if (found.status === 'unknown') return refusal(503, 'session-unknown')
    if (found.status !== 'valid') return refusal(401, 'no-session')
    const { userId } = found.session
    const id = parseSessionId((await params).id)
    if (!id || !(await endSession(id, userId, new Date()))) {
      if (id && (await isSessionOfOther(id, userId))) noteForeignId(facts, { userId, kind: 'session', id })
      return refusal(404, 'no-such-session')
    }
    log('info', 'session.ended', { requestId: facts.requestId, userId, reason: 'by-owner' })
    return new NextResponse(null, { status: 204 })
  })
}
