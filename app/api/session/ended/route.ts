import { type NextRequest, NextResponse } from 'next/server'
import { siteConfig } from '@/lib/config/config'
import { personalHeaders } from '@/lib/http/security-headers'
import { unboundResponse } from '@/lib/http/standalone'
import { requestFacts, requestOrigin } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { clearedBoundCookie, hasBoundCookie } from '@/lib/server/session/bound-cookie'
import { clearEverySessionCookie, clearSessionCookie } from '@/lib/server/session/cookie'
import { requestSession } from '@/lib/server/session/current'
import { redirects } from '@/lib/site/api-routes'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes, type SitePath } from '@/lib/site/routes'

/**
 * Clears the cookie of an ended session, or those of two live ones, and waits for the device of a bound one; pages redirect
 * here. Never clears the cookie of the only live session, so a link to this URL can't sign anyone out.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const next = safeReturnPath(request.nextUrl.searchParams.get('next'))
  const { status } = await requestSession()
  if (status === 'unbound') return answerUnbound(request, next)
  const response = redirectTo(destinationOf(status, next))
  const { requestId, clientAddress, needsSecureCookie } = requestFacts(request.headers)
  if (status === 'ended' || status === 'invalid') clearSessionCookie(response, needsSecureCookie)
  if (status === 'ambiguous') {
    clearEverySessionCookie(response, await requestOrigin(), needsSecureCookie)
    log('warn', 'session.ambiguous', { requestId, clientAddress })
  }
  return response
}

/**
 * A page that loads again by itself, once: a link from another site brings no bound cookie, but the page's own request does.
 * While the browser says that it couldn't refresh it, the page goes on waiting; anybody may claim that, and gets nothing else.
 */
function answerUnbound({ headers, nextUrl }: NextRequest, next: SitePath): Response {
  const isWaiting = headers.has('secure-session-skipped')
  const signIn = routes.loginThen(next, 'unbound')
  if (nextUrl.searchParams.has('again') && !isWaiting) return redirectTo(signIn)
  const again = redirects.stillUnbound(next)
  const isEmulated = siteConfig().public.emulatorUrl !== null
  const response = unboundResponse({ again, signIn, isWaiting, isEmulated })
  // Another session's: with it the browser would never ask for this one's.
  if (hasBoundCookie(headers.get('cookie'))) response.headers.append('set-cookie', clearedBoundCookie)
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
