import { type NextRequest, NextResponse } from 'next/server'
import { serverConfig } from '@/lib/server/config'
import { log } from '@/lib/server/log'
import { type RequestFacts, requestFacts } from '@/lib/server/request'
import {
  clearSessionCookie,
  currentSessionCheck,
  type OpenedSession,
  openSession,
  setSessionCookie,
} from '@/lib/server/session'
import { parseBearerToken } from '@/lib/session'

/** Whether this browser has a session; for the header of the static pages. */
export async function GET(): Promise<NextResponse> {
  const check = await currentSessionCheck()
  if (check.status === 'unknown') return refusal(503, 'keys-unavailable')
  return answer(NextResponse.json({ signedIn: check.status === 'valid' }))
}

/** Opens a session for the bearer of an ID token (spec section 4, 'token sync'; statuses: DESIGN section 4). */
export async function POST(request: NextRequest): Promise<NextResponse> {
  const facts = requestFacts(request.headers)
  if (facts.isCrossSite) return refusal(403, 'cross-site')
  if (!serverConfig().public.identity) return refusal(503, 'not-configured')
  const idToken = parseBearerToken(request.headers.get('authorization'))
  if (!idToken) return refusal(400, 'no-bearer-token')
  const opened = await openSession(idToken)
  record(opened, facts)
  if (opened.status === 'opened' || opened.status === 'kept') {
    const response = new NextResponse(null, { status: 204 })
    if (opened.status === 'opened') setSessionCookie(response, opened.cookie, facts.needsSecureCookie)
    return answer(response)
  }
  return refusal(statusOf[opened.status], opened.code)
}

/** Ends the session of this browser. Also without one it is done. */
export async function DELETE(request: NextRequest): Promise<NextResponse> {
  const facts = requestFacts(request.headers)
  if (facts.isCrossSite) return refusal(403, 'cross-site')
  const check = await currentSessionCheck()
  const response = new NextResponse(null, { status: 204 })
  clearSessionCookie(response, facts.needsSecureCookie)
  if (check.status === 'valid') {
    log('info', 'session.closed', { requestId: facts.requestId, userId: check.session.userId })
  }
  return answer(response)
}

const statusOf = { refused: 401, unavailable: 503, 'too-large': 500 } as const

function record(opened: OpenedSession, { requestId, clientAddress }: RequestFacts): void {
  const fields = { requestId, clientAddress }
  if (opened.status === 'opened') log('info', 'session.opened', { ...fields, userId: opened.userId })
  else if (opened.status === 'kept') log('debug', 'session.kept', { ...fields, userId: opened.userId })
  else log('warn', `session.${opened.status}`, { ...fields, code: opened.code })
}

function refusal(status: number, code: string): NextResponse {
  const response = NextResponse.json({ code }, { status })
  if (status === 503) response.headers.set('retry-after', '5')
  return answer(response)
}

/** Every answer depends on the cookie or changes it: no cache may keep it. */
function answer(response: NextResponse): NextResponse {
  response.headers.set('cache-control', 'private, no-store')
  response.headers.set('vary', 'Cookie')
  return response
}
