import { type NextRequest, NextResponse } from 'next/server'
import * as v from 'valibot'
import { serverConfig } from '@/lib/server/config'
import { whenUnavailable } from '@/lib/server/database/errors'
import { answer, answerOwnSite, refusal } from '@/lib/server/http/answer'
import { readJson } from '@/lib/server/http/request'
import { offerBinding } from '@/lib/server/session/binding'
import { clearedBoundCookie, hasBoundCookie } from '@/lib/server/session/bound-cookie'
import { clearSessionCookie, setSessionCookie } from '@/lib/server/session/cookie'
import {
  countInvalidToken,
  createOrRenewSession,
  openBySentProof,
  type SessionResult,
} from '@/lib/server/session/create'
import { requestSession } from '@/lib/server/session/current'
import { endThisSession } from '@/lib/server/session/end'
import { needsRenewal } from '@/lib/server/session/renew'
import { addressProofHeader, createdHereHeader, renewalHeader } from '@/lib/session/address-proof'
import { parseBearerToken } from '@/lib/session/token'

/** This browser's session, for the header of every page and for open tabs. */
export function GET(request: NextRequest): Promise<NextResponse> {
  return answer(async () => {
    const found = await requestSession()
    if (found.status === 'unknown') return refusal(503, 'session-unknown')
    if (found.status === 'unbound') return refuseUnbound(request)
    if (found.status !== 'valid') return NextResponse.json({ signedIn: false })
    const { userId, name, email } = found.session
    const due = needsRenewal(found.session)
    return NextResponse.json({ signedIn: true, userId, name, email, needsRenewal: due })
  })
}

/** Creates or renews a session for an ID token (token sync, S61), or opens an account by a proof of its address alone. */
export function POST(request: NextRequest): Promise<NextResponse> {
  return answerOwnSite(request, async (facts) => {
    if (!serverConfig().public.identity) return refusal(503, 'not-configured')
    const current = await requestSession()
    const idToken = parseBearerToken(request.headers.get('authorization'))
    const proof = request.headers.get(addressProofHeader)
    const createdHere = request.headers.get(createdHereHeader)?.split(',', maxCreatedHere) ?? []
    if (!idToken && proof) {
      const body = await readJson(request, maxProofBodyBytes)
      const parsed = v.safeParse(proofBody, body.status === 'read' ? body.value : {})
      if (!parsed.success) return refusal(400, 'invalid-email')
      return answerSync(await openBySentProof({ proof, createdHere, ...parsed.output, ...facts }, current))
    }
    if (!idToken) {
      const limited = await countInvalidToken(facts, current)
      return limited ? refusal(429, limited.code, limited.retryAfterSeconds) : refusal(400, 'no-bearer-token')
    }
    const isRenewal = request.headers.has(renewalHeader)
    const result = await createOrRenewSession({ idToken, isRenewal, proof, createdHere, ...facts }, current)
    if ('code' in result) return answerSync(result)
    const news = result.status === 'opened' && result.wasPutBack ? { code: 'address-put-back' } : null
    const response = news ? NextResponse.json(news) : new NextResponse(null, { status: 204 })
    if (result.status === 'kept') return response
    setSessionCookie(response, result.cookie, facts.needsSecureCookie)
    // The session is open: without a binding it's like any other.
    await offerBinding(response, request.headers, result.cookie).catch(whenUnavailable(undefined))
    return response
  })
}

/** More than a browser keeps. */
const maxCreatedHere = 20
const maxProofBodyBytes = 2048
const proofBody = v.object({ email: v.optional(v.pipe(v.string(), v.maxLength(320))) })

/** Answers what opens no session. */
function answerSync(result: Extract<SessionResult, { code: string }>): NextResponse {
  if (result.status === 'limited') return refusal(429, result.code, result.retryAfterSeconds)
  if (result.status === 'secured') {
    const { code, customToken, endedLinks } = result
    return NextResponse.json({ code, customToken, endedLinks }, { status: 409 })
  }
  // No refusal: the proof is known, and the browser goes on.
  if (result.code === 'sign-in-needed') return NextResponse.json({ code: result.code })
  return refusal(statusOf[result.status], result.code)
}

/** Ends this browser's session, which also invalidates copies of its cookie. Succeeds without a session. */
export function DELETE(request: NextRequest): Promise<NextResponse> {
  return answerOwnSite(request, async (facts) => {
    const found = await requestSession()
    if (found.status === 'unknown') return refusal(503, 'session-unknown')
    if ('row' in found && found.row) await endThisSession(found.row, facts.requestId)
    const response = new NextResponse(null, { status: 204 })
    clearSessionCookie(response, facts.needsSecureCookie)
    return response
  })
}

/** An open page stays and asks again. With the cookie of another session the browser would never ask for the right one. */
function refuseUnbound({ headers }: NextRequest): NextResponse {
  const response = refusal(503, 'session-unbound')
  if (hasBoundCookie(headers.get('cookie'))) response.headers.append('set-cookie', clearedBoundCookie)
  return response
}

const statusOf = { refused: 401, unavailable: 503, 'too-large': 500 } as const
