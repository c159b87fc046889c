import { type NextRequest, NextResponse } from 'next/server'
import { serverConfig } from '@/lib/server/config'
import { endSessionRow } from '@/lib/server/database/database'
import { answer, answerOwnSite, refusal } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import {
  clearSessionCookie,
  countJunk,
  needsRenewal,
  type OpenedSession,
  openSession,
  requestSession,
  setSessionCookie,
} from '@/lib/server/session/session'
import { passwordHeader, renewalHeader } from '@/lib/session/renewal'
import { parseBearerToken } from '@/lib/session/token'

/** Whether this browser has a session, and whose: for the header of every page, and for open tabs. */
export function GET(): Promise<NextResponse> {
  return answer(async () => {
    const found = await requestSession()
    if (found.status === 'unknown') return refusal(503, 'session-unknown')
    if (found.status !== 'valid') return NextResponse.json({ signedIn: false })
    const { userId, email } = found.session
    return NextResponse.json({ signedIn: true, userId, email, needsRenewal: needsRenewal(found.session) })
  })
}

/** Opens or renews a session for an ID token (spec section 4, 'token sync'). */
export function POST(request: NextRequest): Promise<NextResponse> {
  return answerOwnSite(request, async (facts) => {
    if (!serverConfig().public.identity) return refusal(503, 'not-configured')
    const idToken = parseBearerToken(request.headers.get('authorization'))
    if (!idToken) return refuseNoToken(facts)
    const isRenewal = request.headers.has(renewalHeader)
    const isByKnownPassword = request.headers.has(passwordHeader)
    const opened = await openSession({ idToken, isRenewal, isByKnownPassword, ...facts })
    record(opened, facts)
    if (opened.status === 'limited') return refusal(429, opened.code, opened.retryAfterSeconds)
    if (opened.status === 'secured') {
      const { code, customToken } = opened
      return NextResponse.json({ code, customToken }, { status: 409 })
    }
    if ('code' in opened) return refusal(statusOf[opened.status], opened.code)
    const response = new NextResponse(null, { status: 204 })
    if (opened.status !== 'kept') setSessionCookie(response, opened.cookie, facts.needsSecureCookie)
    return response
  })
}

/** Ends this browser's session, which also invalidates copies of its cookie. Succeeds without a session. */
export function DELETE(request: NextRequest): Promise<NextResponse> {
  return answerOwnSite(request, async (facts) => {
    const found = await requestSession()
    if (found.status === 'unknown') return refusal(503, 'session-unknown')
    const response = new NextResponse(null, { status: 204 })
    clearSessionCookie(response, facts.needsSecureCookie)
    if (!('row' in found) || !found.row || found.row.revokedAt) return response
    await endSessionRow(found.row.id, found.row.userId, new Date())
    log('info', 'session.closed', { requestId: facts.requestId, userId: found.row.userId })
    return response
  })
}

async function refuseNoToken({ clientAddress }: RequestFacts): Promise<NextResponse> {
  const junk = await countJunk(clientAddress)
  return junk ? refusal(429, junk.code, junk.retryAfterSeconds) : refusal(400, 'no-bearer-token')
}

const statusOf = { refused: 401, unavailable: 503, 'too-large': 500 } as const

function record(opened: OpenedSession, { requestId, clientAddress }: RequestFacts): void {
  const fields = { requestId, clientAddress }
  if (opened.status === 'kept') log('debug', 'session.kept', { ...fields, userId: opened.userId })
  else if (opened.status === 'secured') log('info', 'account.secured', { ...fields, userId: opened.userId })
  else if ('code' in opened) log('warn', `session.${opened.status}`, { ...fields, code: opened.code })
  else log('info', `session.${opened.status}`, { ...fields, userId: opened.userId })
}
