import { NextResponse } from 'next/server'
import { exportAccount } from '@/lib/server/account/account'
import { answer, refusal } from '@/lib/server/http/answer'
import { refuseCrossSite } from '@/lib/server/http/refusals'
import { requestFacts } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { requestSession } from '@/lib/server/session/session'
import { routes } from '@/lib/site/routes'

/**
 * All that is stored of the person, as one file. A link leads here: whoever follows it is sent to sign in, or reads in
 * words what fails. A script gets codes.
 */
export function GET(request: Request): Promise<NextResponse> {
  const facts = requestFacts(request.headers)
  const { isCrossSite, isTypedVisit, isVisit, requestId } = facts
  const refuse = isVisit ? inWords : refusal
  return answer(
    async () => {
      if (isCrossSite && !isTypedVisit) return refuseCrossSite(request, facts, refuse)
      const found = await requestSession()
      if (found.status === 'unknown') return refuse(503, 'session-unknown')
      if (found.status !== 'valid') return isVisit ? toSession() : refusal(401, 'no-session')
      const { userId } = found.session
      const exported = await exportAccount(found.session)
      if (exported.status === 'unavailable') {
        log('warn', 'identity.unavailable', { requestId, code: exported.code })
        return refuse(503, 'provider-unavailable')
      }
      log('info', 'account.exported', { requestId, userId })
      return new NextResponse(`${JSON.stringify(exported.value, null, 2)}\n`, { headers: fileHeaders })
    },
    () => refuse(503, 'database-unavailable'),
  )
}

const words = {
  'cross-site': 'Your data can be had from your account page on this site only. Go there, and ask for it.',
  'session-unknown': 'We could not check your session just now. Go back and try again in a moment.',
  'database-unavailable':
    'Your data could not be put together just now: our database did not answer. Go back and try again in a moment.',
  'provider-unavailable':
    'Your data could not be put together just now: the sign-in service, which has a part of it, did not answer. Go back and try again in a moment.',
}

function inWords(status: 403 | 503, code: keyof typeof words): NextResponse {
  const wait = status === 503 && { 'retry-after': '5' }
  const headers = { 'content-type': 'text/plain; charset=utf-8', ...wait }
  return new NextResponse(`${words[code]}\n`, { status, headers })
}

/** There it is renewed, or its cookie taken away, or the person signs in; each leads back to the account. */
function toSession(): NextResponse {
  return new NextResponse(null, { status: 303, headers: { location: routes.sessionEnded(routes.account) } })
}

const fileHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename="foyer-account.json"',
}
