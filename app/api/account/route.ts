import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { deleteAccount } from '@/lib/server/account/account'
import { logForeignId, refusal } from '@/lib/server/http/answer'
import { readJson } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { clearSessionCookie } from '@/lib/server/session/cookie'
import { answerSignedIn } from '@/lib/server/session/session'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'

/** Longer than any user ID. */
const maxBodyBytes = 1024

/** `userId`: the user whose page sent the request. */
const deletionBody = v.object({ userId: v.string() })

/** Deletes the account and all its data. Needs a recent sign-in. */
export function DELETE(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, async (session, facts) => {
    if (!isRecentSignIn(session.authenticatedAt)) return refusal(403, 'recent-sign-in-needed')
    const { userId } = session
    const { requestId } = facts
    // Another tab may have signed in as another user.
    const body = await readJson(request, maxBodyBytes)
    if (body.status === 'refused' && body.code === 'body-too-large') return refusal(413, body.code)
    const parsed = v.safeParse(deletionBody, body.status === 'read' ? body.value : null)
    if (!parsed.success) return refusal(400, 'no-user')
    if (parsed.output.userId !== userId) {
      logForeignId(facts, { userId, kind: 'user', id: parsed.output.userId })
      return refusal(401, 'other-user')
    }
    const deletion = await deleteAccount(session)
    if (deletion.status === 'unavailable') {
      const { code, reason } = deletion
      log('warn', 'account.not-deleted', { requestId, userId, code, reason })
      return refusal(503, deletion.reason)
    }
    const response = new NextResponse(null, { status: 204 })
    clearSessionCookie(response, facts.needsSecureCookie)
    log('info', 'account.deleted', { requestId, userId })
    return response
  })
}
