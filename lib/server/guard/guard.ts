import 'server-only'
/** The middleware: passes, redirects or refuses each request. */
import { type NextRequest, NextResponse } from 'next/server'
import { isNextInternalPage } from '@/lib/builds/built-files'
import { siteConfig } from '@/lib/config/config'
import { detectBot } from '@/lib/errors/bots'
import { describeError, referenceOf } from '@/lib/errors/errors'
import { describeContext, describeErrorRecord, type ErrorContext } from '@/lib/errors/record'
import { isDocumentRequest } from '@/lib/http/origin'
import { newNonce, nonceSource, personalHeaders, policyHeader } from '@/lib/http/security-headers'
import { responsePolicy, unavailableResponse } from '@/lib/http/standalone'
import { requestIdHeader } from '@/lib/log/record'
import { notFoundPage, renderedPolicy } from '@/lib/server/builds/page-policies'
import { forBots } from '@/lib/server/http/not-found'
import { clientOf } from '@/lib/server/http/request'
import { findOpenRequest, idHeaders, logOnce } from '@/lib/server/http/requests'
import { findRequestSession } from '@/lib/server/session/current'
import { checkSessionCookies, decidingCheck } from '@/lib/session/cookies'
import { isRoutedTo, matchRoute, needsSession, type RouteMatch } from '@/lib/site/paths'
import { safeReturnPath } from '@/lib/site/return-path'
import type { Page } from '@/lib/site/room'
import { routes, type SitePath } from '@/lib/site/routes'
import { findRedirect } from './redirects'

/**
 * Passes a request on or responds to it. If the guard itself fails, guarded paths stay closed and all others
 * pass: every page checks the session again.
 */
export async function guardRequest(request: NextRequest): Promise<Response> {
  const isNamed = findOpenRequest(idOf(request)) !== null
  // Without the front nobody has, and a client may have sent one.
  if (!isNamed) request.headers.set(requestIdHeader, crypto.randomUUID())
  const response = await decide(request)
  if (!isNamed) for (const [name, value] of idHeaders(idOf(request))) response.headers.set(name, value)
  const isOurs = !response.headers.has('x-middleware-next')
  if (isOurs && !response.headers.has(policyHeader)) response.headers.set(policyHeader, responsePolicy())
  return response
}

async function decide(request: NextRequest): Promise<Response> {
  const match = matchRoute(request.nextUrl.pathname)
  try {
    const redirect = findRedirect(request)
    if (redirect) return redirectTo(request, redirect.path, redirect.status)
    if (!match.isKnown && !match.needsSession) return await answerUnknown(request, match)
    if (match.needsSession) return await guardSession(request, match)
    return (match.page && (await leaveSignIn(request, match.page))) ?? (await pass(request, match))
  } catch (error) {
    const record = describeErrorRecord(errorContextOf(request, match), describeError(error))
    logOnce(idOf(request), 'error', 'error.thrown', record)
    return match.needsSession ? unavailable(request) : pass(request, match)
  }
}

/** Bots get the bare status (S25), people the static 404 page or that of a broken share link. */
async function answerUnknown(request: NextRequest, match: RouteMatch): Promise<Response> {
  logUnknown(request, match)
  return detectBot(request.headers.get('user-agent'))
    ? new Response(null, { status: 404, headers: { ...forBots, ...personalHeaders } })
    : pass(request, match)
}

function logUnknown(request: NextRequest, match: RouteMatch): void {
  logOnce(idOf(request), 'info', 'route.unknown', describeContext(errorContextOf(request, match, 404)))
}

/** Only checks cookies; pages ask for the row, as they need it, too, and answer a session that has ended. */
async function guardSession(request: NextRequest, match: RouteMatch): Promise<Response> {
  // One valid cookie is enough here: the page checks their rows and refuses two live sessions.
  const check = decidingCheck(await checkSessionCookies(request.headers.get('cookie'), siteConfig()))
  if (check.status === 'valid') {
    if (!match.isKnown) logUnknown(request, match)
    return pass(request, match)
  }
  if (check.status === 'unknown') {
    logOnce(idOf(request), 'warn', 'session.unknown', describeContext(errorContextOf(request, match)))
    return unavailable(request)
  }
  const isExpired = check.status === 'expired'
  if (!isDocumentRequest(request)) return noSession(isExpired ? 'session-expired' : 'no-session')
  const next = requestedPath(request)
  return redirectTo(request, isExpired ? routes.silentRefresh(next) : routes.loginThen(next))
}

/** Redirects from the sign-in page with a live session; null without one. */
async function leaveSignIn(request: NextRequest, { guard }: Page): Promise<Response | null> {
  if (guard !== 'signed-out') return null
  const { status } = await findRequestSession(request.headers.get('cookie'))
  return status === 'valid'
    ? redirectTo(request, safeReturnPath(request.nextUrl.searchParams.get('next')))
    : null
}

async function pass(request: NextRequest, { page, isKnown }: RouteMatch): Promise<Response> {
  const { pathname } = request.nextUrl
  if (page?.rendering === 'dynamic' && isRoutedTo(page, pathname)) return passRendered(request, page)
  // Next has no page there. Its own response would have the policy of the build, not of this run.
  const isMissing = !isKnown || page !== null || needsSession(pathname)
  const isForPerson = isDocumentRequest(request) || isNextInternalPage(pathname)
  if (isMissing && isForPerson && !siteConfig().isDevelopment) return answerNotFound(request.method)
  return passOn(request.headers, isMissing ? personalHeaders : {})
}

async function answerNotFound(method: string): Promise<Response> {
  const { html, policy } = await notFoundPage()
  const headers = { ...personalHeaders, 'content-type': 'text/html; charset=utf-8', [policyHeader]: policy }
  return new Response(method === 'HEAD' ? null : html, { status: 404, headers })
}

/**
 * Gives a rendered page its policy, with a nonce. Next reads the nonce from the request's policy, overwriting any the
 * client sent, and adds it to its scripts. `next dev` has no policy.
 */
async function passRendered({ headers: sent }: NextRequest, page: Page): Promise<Response> {
  if (siteConfig().isDevelopment) return passOn(sent, personalHeaders)
  const nonce = newNonce()
  const headers = new Headers(sent)
  headers.set(policyHeader, `script-src ${nonceSource(nonce)}`)
  return passOn(headers, { ...personalHeaders, [policyHeader]: await renderedPolicy(page, nonce) })
}

/** To Next, with these headers of the request, and more of the response. */
function passOn(sent: Headers, headers: Record<string, string>): Response {
  return NextResponse.next({ request: { headers: sent }, headers })
}

function redirectTo(request: NextRequest, path: string, status: 303 | 307 = 307): Response {
  return NextResponse.redirect(new URL(path, request.url), { status, headers: personalHeaders })
}

function requestedPath(request: NextRequest): SitePath {
  return safeReturnPath(request.nextUrl.pathname + request.nextUrl.search)
}

function noSession(code: string): Response {
  return NextResponse.json({ code }, { status: 401, headers: personalHeaders })
}

/** The response if the session can't be checked. Bots get the bare status. */
function unavailable(request: NextRequest): Response {
  const headers = { ...personalHeaders, 'retry-after': '5' }
  if (detectBot(request.headers.get('user-agent')))
    return new Response(null, { status: 503, headers: { ...forBots, ...headers } })
  if (isDocumentRequest(request))
    return unavailableResponse({
      path: requestedPath(request),
      reference: referenceOf(idOf(request)),
      isEmulated: siteConfig().public.emulatorUrl !== null,
    })
  return NextResponse.json({ code: 'unavailable' }, { status: 503, headers })
}

function errorContextOf(
  request: NextRequest,
  { needsSession }: RouteMatch,
  status = needsSession ? 503 : null,
): ErrorContext {
  return {
    requestId: idOf(request),
    status,
    method: request.method,
    path: request.nextUrl.pathname,
    ...clientOf(request.headers),
    place: status === 404 ? 'render' : 'middleware',
    hasPage: status !== null && isDocumentRequest(request),
  }
}

function idOf(request: NextRequest): string {
  return request.headers.get(requestIdHeader) ?? ''
}
