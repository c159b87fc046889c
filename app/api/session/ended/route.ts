import { type NextRequest, NextResponse } from 'next/server'
import { personalHeaders } from '@/lib/http/security-headers'
import { requestFacts, requestOrigin } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { clearEverySessionCookie, clearSessionCookie } from '@/lib/server/session/cookie'
import { requestSession } from '@/lib/server/session/current'
import { redirects } from '@/lib/site/api-routes'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes, type SitePath } from '@/lib/site/routes'

/**
 * Clears the cookie of an ended session, or those of two live ones; pages redirect here. Never clears the cookie of the only
 * live session, so a link to this URL can't sign anyone out.
 */
export async function GET(request: NextRequest): Promise<NextResponse> {
  const next = safeReturnPath(request.nextUrl.searchParams.get('next'))
  const { status } = await requestSession()
  const response = redirectTo(destinationOf(status, next))
  const { requestId, clientAddress, needsSecureCookie } = requestFacts(request.headers)
  if (status === 'ended' || status === 'invalid') clearSessionCookie(response, needsSecureCookie)
  if (status === 'ambiguous') {
    clearEverySessionCookie(response, await requestOrigin(), needsSecureCookie)
    log('warn', 'session.ambiguous', { requestId, clientAddress })
  }
  return response
}

function destinationOf(
  status: Awaited<ReturnType<typeof requestSession>>['status'],
  next: SitePath,
): SitePath {
  if (status === 'valid') return next
  if (status === 'expired') return routes.silentRefresh(next)
  if (status === 'unknown') return redirects.unavailable(next)
  return routes.loginThen(next, status === 'ended' ? 'ended' : undefined)
}

function redirectTo(location: SitePath): NextResponse {
  return new NextResponse(null, { status: 303, headers: { ...personalHeaders, location } })
}
