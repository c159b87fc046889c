import 'server-only'
/** Refusals that an attack would meet: each leaves a line, as nobody else would tell (OWASP ASVS 16.3). */
import type { NextResponse } from 'next/server'
import { scrub, scrubPath } from '@/lib/errors/errors'
import { log } from '@/lib/server/log/log'
import { refusal } from './answer'
import type { RequestFacts } from './request'

/** Refuses what another site's page has sent. */
export function refuseCrossSite(
  { method, url, headers }: Request,
  { requestId, clientAddress }: RequestFacts,
  refuse: (status: 403, code: 'cross-site') => NextResponse = refusal,
): NextResponse {
  log('warn', 'request.cross-site', {
    requestId,
    clientAddress,
    method,
    path: scrubPath(new URL(url).pathname, longestName),
    origin: hostOf(headers.get('origin')),
    site: scrub(headers.get('sec-fetch-site') ?? '', longestName) || null,
  })
  return refuse(403, 'cross-site')
}

export type ForeignId = {
  /** Who asked. */
  userId: string
  kind: 'note' | 'session' | 'user'
  /** What was asked for, and is somebody else's. */
  id: string
}

/** Tells the log that somebody has asked for what is somebody else's; the visitor is told nothing of it. */
export function noteForeignId(
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
