import { type NextRequest, NextResponse } from 'next/server'
import { personalHeaders } from '@/lib/http/security-headers'
import { requestFacts } from '@/lib/server/http/request'
import { clearSessionCookie, requestSession } from '@/lib/server/session/session'
import { apiRoutes } from '@/lib/site/api-routes'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes, type SitePath } from '@/lib/site/routes'

/**
 * Pages redirect here when the session has ended but its cookie is still valid. Never clears a good cookie,
 * so a link to this URL can't sign anyone out.
 */
export async function GET(request: NextRequest): Promise<NextResponse> {
  const next = safeReturnPath(request.nextUrl.searchParams.get('next'))
  const { status } = await requestSession()
  const response = redirectTo(destinationOf(status, next))
  if (status === 'ended' || status === 'invalid') {
    clearSessionCookie(response, requestFacts(request.headers).needsSecureCookie)
  }
  return response
}

function destinationOf(
  status: Awaited<ReturnType<typeof requestSession>>['status'],
  next: SitePath,
): SitePath {
  if (status === 'valid') return next
  if (status === 'expired') return routes.silentRefresh(next)
  if (status === 'unknown') return apiRoutes.unavailable(next)
  return routes.loginThen(next, status === 'ended' ? 'ended' : undefined)
}

function redirectTo(location: SitePath): NextResponse {
  return new NextResponse(null, { status: 303, headers: { ...personalHeaders, location } })
}
