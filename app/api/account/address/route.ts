import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { announceAddress } from '@/lib/server/database/accounts'
import { logForeignId, refusal } from '@/lib/server/http/answer'
import { readJson } from '@/lib/server/http/request'
import { normalizeEmail, sentAddress } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import { answerSignedIn } from '@/lib/server/session/session'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'

const maxBodyBytes = 2048

/** `userId`: the user whose page sent the request. `email`: null if the account is about to have none. */
const announcement = v.object({
  email: v.nullable(sentAddress),
  userId: v.string(),
})

/** Announces the account's next email address, which the provider mails then, or that it goes. Needs a recent sign-in. */
export function POST(request: Request): Promise<NextResponse> {
  return answerSignedIn(request, async (session, facts) => {
    if (!isRecentSignIn(session.authenticatedAt)) return refusal(403, 'recent-sign-in-needed')
    const body = await readJson(request, maxBodyBytes)
    if (body.status === 'refused' && body.code === 'body-too-large') return refusal(413, body.code)
    const parsed = v.safeParse(announcement, body.status === 'read' ? body.value : null)
    if (!parsed.success) return refusal(400, 'invalid-email')
    const { userId } = session
    const { email, userId: sender } = parsed.output
    if (sender !== userId) {
      logForeignId(facts, { userId, kind: 'user', id: sender })
      return refusal(401, 'other-user')
    }
    await announceAddress(session, email && normalizeEmail(email.trim()))
    log('info', 'account.address-announced', { requestId: facts.requestId, userId })
    return new NextResponse(null, { status: 204 })
  })
}
