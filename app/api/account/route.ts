import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { deleteAccount } from '@/lib/server/account/account'
import { answer, refusal } from '@/lib/server/http/answer'
import { noteForeignId, refuseCrossSite } from '@/lib/server/http/refusals'
import { readJson, requestFacts } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { clearSessionCookie, requestSession, requireRecent } from '@/lib/server/session/session'

/** More than any user id. */
const maxBodyBytes = 1024

/** `userId` is the person whose page it was pressed on. */
const deletionBody = v.object({ userId: v.string() })

/** Deletes the account of whoever has just proved who they are, and all that belongs to it. */
export function DELETE(request: Request): Promise<NextResponse> {
  return answer(async () => {
    const facts = requestFacts(request.headers)
    if (facts.isCrossSite) return refuseCrossSite(request, facts)
    const { requestId, needsSecureCookie } = facts
    const found = await requestSession()
    if (found.status === 'unknown') return refusal(503, 'session-unknown')
    if (found.status !== 'valid') return refusal(401, 'no-session')
    const tooOld = requireRecent(found.session)
    if (tooOld) return tooOld
    const { userId } = found.session
    // Another tab may have signed in as somebody else since.
    const body = await readJson(request, maxBodyBytes)
    if (body.status === 'refused' && body.code === 'body-too-large') return refusal(413, body.code)
    const asked = v.safeParse(deletionBody, body.status === 'read' ? body.value : null)
    if (!asked.success) return refusal(400, 'no-user')
    if (asked.output.userId !== userId) {
      noteForeignId(facts, { userId, kind: 'user', id: asked.output.userId })
      return refusal(401, 'other-user')
    }
    const deletion = await deleteAccount(found.session)
    if (deletion.status === 'unavailable') {
      log('warn', 'account.not-deleted', {
        requestId,
        userId,
        code: deletion.code,
        reason: deletion.words,
      })
      return refusal(503, deletion.words)
    }
    const response = new NextResponse(null, { status: 204 })
    clearSessionCookie(response, needsSecureCookie)
    log('info', 'account.deleted', { requestId, userId, noteCount: deletion.noteCount })
    return response
  })
}
