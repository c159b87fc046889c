import { type NextRequest, NextResponse } from 'next/server'
import { endOtherSessionRows, endSessionRows } from '@/lib/server/database/database'
import { refusal } from '@/lib/server/http/answer'
import { revokeTokens } from '@/lib/server/identity/identity'
import { log } from '@/lib/server/log/log'
import { answerSignedIn, clearSessionCookie } from '@/lib/server/session/session'

/**
 * Ends the user's sessions: `?which=others` all but this one; `?which=all` every one, and revokes the
 * provider's tokens, so every device has to sign in again.
 */
export function DELETE(request: NextRequest): Promise<NextResponse> {
  return answerSignedIn(request, async ({ userId, id }, { requestId, needsSecureCookie }) => {
    const which = request.nextUrl.searchParams.get('which')
    const response = new NextResponse(null, { status: 204 })
    if (which === 'others') {
      const count = await endOtherSessionRows(userId, id, new Date())
      log('info', 'session.ended', { requestId, userId, reason: 'others-by-owner', count })
      return response
    }
    if (which !== 'all') return refusal(400, 'which-sessions')
    const revoked = await revokeTokens(userId)
    if (revoked.status !== 'ok') return refusal(503, revoked.code)
    const count = await endSessionRows(userId, new Date())
    clearSessionCookie(response, needsSecureCookie)
    log('info', 'session.ended', { requestId, userId, reason: 'all-by-owner', count })
    return response
  })
}
