import 'server-only'
import { NextResponse } from 'next/server'
import { isDirectNavigation } from '@/lib/http/origin'
import { personalHeaders } from '@/lib/http/security-headers'
import { scrub, scrubPath } from '@/lib/log/scrub'
import { isDatabaseUnavailable, isSessionEnded } from '@/lib/server/database/errors'
import { log } from '@/lib/server/log/log'
import { type RequestFacts, requestFacts } from './request'

/** An error response with its code; `retryAfterSeconds` says when to retry. */
export function refusal(
  status: number,
  code: string,
  retryAfterSeconds = status === 503 ? 5 : null,
): NextResponse {
  const headers = retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
  return NextResponse.json({ code }, { status, headers })
}

/** Builds the error response, such as a page for people instead of JSON. */
export type Refuse = (status: number, code: string) => NextResponse | Promise<NextResponse>

/** A session-dependent response, never cached. A database outage is a 503, never a sign-out; a session that just ended a 401. */
export async function answer(
  work: () => Promise<NextResponse>,
  refuse: Refuse = refusal,
): Promise<NextResponse> {
  const response = await work().catch((error) => {
    if (isDatabaseUnavailable(error)) return refuse(503, 'database-unavailable')
    if (isSessionEnded(error)) return refuse(401, 'no-session')
    throw error
  })
  for (const [name, value] of Object.entries(personalHeaders)) response.headers.set(name, value)
  return response
}

/**
 * Like `answer`, for our own pages only. Refuses and logs cross-site requests, so attacks leave a trace
 * (OWASP ASVS 16.3); a direct navigation may read.
 */
export async function answerOwnSite(
  request: Request,
  work: (facts: RequestFacts) => Promise<NextResponse>,
  refuse: Refuse = refusal,
): Promise<NextResponse> {
  const facts = requestFacts(request.headers)
  const response = await answer(async () => {
    const mayRead = request.method === 'GET' && isDirectNavigation(request.headers)
    if (!facts.isCrossSite || mayRead) return work(facts)
    logCrossSite(request, facts)
    return refuse(403, 'cross-site')
  }, refuse)
  response.headers.set('x-request-id', facts.requestId)
  return response
}

function logCrossSite({ method, url, headers }: Request, { requestId, clientAddress }: RequestFacts): void {
  const origin = headers.get('origin') ?? ''
  log('warn', 'request.cross-site', {
    requestId,
    clientAddress,
    method,
    path: scrubPath(new URL(url).pathname, maxLoggedCharacters),
    // Only the other site's host. Origins may be opaque.
    origin: URL.canParse(origin) ? scrub(new URL(origin).host, maxLoggedCharacters) : null,
    site: scrub(headers.get('sec-fetch-site') ?? '', maxLoggedCharacters) || null,
  })
}

export type ForeignId = {
  userId: string
  /** Of what, such as `note`. */
  kind: string
  /** The requested id, which belongs to another user. */
  id: string
}

/** Logs a request for another user's resource; the response gives nothing away. */
export function logForeignId(
  { requestId, clientAddress }: RequestFacts,
  { userId, kind, id }: ForeignId,
): void {
  log('warn', 'access.refused', {
    requestId,
    clientAddress,
    userId,
    kind,
    id: scrub(id, maxLoggedCharacters),
  })
}

const maxLoggedCharacters = 200
