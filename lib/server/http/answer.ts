import 'server-only'
import { NextResponse } from 'next/server'
import { personalHeaders } from '@/lib/http/security-headers'
import { scrub, scrubPath } from '@/lib/log/scrub'
import { isDatabaseUnavailable } from '@/lib/server/database/database'
import { log } from '@/lib/server/log/log'
import { type RequestFacts, requestFacts } from './request'

/** A refusal with its code; `retryAfterSeconds` says when asking again makes sense. */
export function refusal(
  status: number,
  code: string,
  retryAfterSeconds = status === 503 ? 5 : null,
): NextResponse {
  const response = NextResponse.json({ code }, { status })
  if (retryAfterSeconds !== null) response.headers.set('retry-after', String(retryAfterSeconds))
  return response
}

/** Another way to say what is refused, such as words for people. */
export type Refuse = (status: number, code: string) => NextResponse

/**
 * An answer that depends on the session or changes it: no cache may keep it. Without a database nobody can
 * tell, which is a 503 and never a sign-out.
 */
export async function answer(
  work: () => Promise<NextResponse>,
  refuse: Refuse = refusal,
): Promise<NextResponse> {
  const response = await work().catch((error) => {
    if (isDatabaseUnavailable(error)) return refuse(503, 'database-unavailable')
    throw error
  })
  for (const [name, value] of Object.entries(personalHeaders)) response.headers.set(name, value)
  return response
}

/**
 * The same to our own pages alone. What another site's page has sent is refused, and leaves a line, as nobody else would
 * tell of an attack (OWASP ASVS 16.3). A person may come to read by themselves.
 */
export function answerOwnSite(
  request: Request,
  work: (facts: RequestFacts) => Promise<NextResponse>,
  refuse: Refuse = refusal,
): Promise<NextResponse> {
  return answer(async () => {
    const facts = requestFacts(request.headers)
    const mayRead = request.method === 'GET' && facts.isDirectNavigation
    if (!facts.isCrossSite || mayRead) return work(facts)
    logCrossSite(request, facts)
    return refuse(403, 'cross-site')
  }, refuse)
}

function logCrossSite({ method, url, headers }: Request, { requestId, clientAddress }: RequestFacts): void {
  log('warn', 'request.cross-site', {
    requestId,
    clientAddress,
    method,
    path: scrubPath(new URL(url).pathname, longestName),
    origin: hostOf(headers.get('origin')),
    site: scrub(headers.get('sec-fetch-site') ?? '', longestName) || null,
  })
}

export type ForeignId = {
  /** Who asked. */
  userId: string
  kind: 'note' | 'session' | 'user'
  /** What was asked for, and is somebody else's. */
  id: string
}

/** Tells the log that somebody has asked for what is somebody else's; the visitor is told nothing of it. */
export function logForeignId(
  { requestId, clientAddress }: RequestFacts,
  { userId, kind, id }: ForeignId,
): void {
  log('warn', 'access.refused', { requestId, clientAddress, userId, kind, id: scrub(id, longestName) })
}

const longestName = 200

/** Of the other site its host and no more; null for a page that has no origin, or does not tell. */
function hostOf(origin: string | null): string | null {
  return origin && URL.canParse(origin) ? scrub(new URL(origin).host, longestName) : null
}
