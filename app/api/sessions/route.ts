import { type NextRequest, NextResponse } from 'next/server'
import { refusal } from '@/lib/server/http/answer'
import { clearSessionCookie } from '@/lib/server/session/cookie'
import { endAllSessions, endOtherSessions } from '@/lib/server/session/end'
import { answerSignedIn } from '@/lib/server/session/session'

/**
 * Ends the user's sessions: `?which=others` all but this one; `?which=all` every one, and revokes the
 * provider's tokens, so every device has to sign in again.
 */
export function DELETE(request: NextRequest): Promise<NextResponse> {
  return answerSignedIn(request, async (session, { requestId, needsSecureCookie }) => {
    const which = request.nextUrl.searchParams.get('which')
    const response = new NextResponse(null, { status: 204 })
    if (which === 'others') {
      await endOtherSessions(session, { requestId, reason: 'others-by-owner' })
      return response
    }
    if (which !== 'all') return refusal(400, 'which-sessions')
    const ended = await endAllSessions(session.userId, { requestId, reason: 'all-by-owner' })
    if (ended.status !== 'ok') return refusal(503, ended.code)
    clearSessionCookie(response, needsSecureCookie)
    return response
  })
}
