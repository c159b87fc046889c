/** The middleware: passes, redirects or refuses each request. */
import { type NextRequest, NextResponse } from 'next/server'
import { siteConfig } from './config/config'
import { detectBot } from './errors/bots'
import { describeError, referenceOf } from './errors/errors'
import { describeContext, describeErrorRecord, type ErrorContext } from './errors/record'
import { describeClient, isDocumentRequest, isPrefetch } from './http/origin'
import { newNonce, nonceHeader, nonceSource, personalHeaders, policyHeader } from './http/security-headers'
import { unavailableResponse } from './http/unavailable'
import { encodeForwardedLog, type ForwardedLog, forwardedLogHeader, requestIdHeader } from './log/record'
import { checkSessionCookies, decidingCheck } from './session/cookies'
import { countsViews, matchRoute, type RouteMatch } from './site/paths'
import { safeReturnPath } from './site/return-path'
import { routes, type SitePath } from './site/routes'

/**
 * Passes a request on or responds to it. If the guard itself fails, guarded paths stay closed and all others
 * pass: every page checks the session again.
 */
export async function guardRequest(request: NextRequest): Promise<Response> {
  const match = matchRoute(request.nextUrl.pathname)
  try {
    if (!match.isKnown && !match.needsSession) return answerUnknown(request, match)
    return match.needsSession ? await guardSession(request, match) : pass(request, match)
  } catch (error) {
    const answer = match.needsSession ? await unavailable(request) : pass(request, match)
    const record = describeErrorRecord(errorContextOf(request, match), describeError(error))
    return withLog(answer, 'error', 'error.thrown', record)
  }
}

/** Bots get the bare status (S25), people the static 404 page or that of a broken share link. The server logs both. */
function answerUnknown(request: NextRequest, match: RouteMatch): Response {
  const bot = detectBot(request.headers.get('user-agent'))
  return bot
    ? new Response(null, { status: 404, headers: { ...forBots, ...personalHeaders } })
    : pass(request, match)
}

const forBots = { 'x-robots-tag': 'noindex' }

async function guardSession(request: NextRequest, match: RouteMatch): Promise<Response> {
  // A browser would show the prefetched note later without a request, so the view wouldn't be counted.
  if (match.page && countsViews(match.page) && isPrefetch(request.headers)) return unavailable(request)
  // One valid cookie is enough here: the page checks their rows and refuses two live sessions.
  const check = decidingCheck(await checkSessionCookies(request.headers.get('cookie'), siteConfig()))
  if (check.status === 'valid') return pass(request, match)
  if (check.status === 'unknown') {
    const context = describeContext(errorContextOf(request, match))
    return withLog(await unavailable(request), 'warn', 'session.unknown', context)
  }
  const isExpired = check.status === 'expired'
  if (!isDocumentRequest(request)) return noSession(isExpired ? 'session-expired' : 'no-session')
  const next = requestedPath(request)
  return redirectTo(request, isExpired ? routes.silentRefresh(next) : routes.loginThen(next))
}

function pass(request: NextRequest, { page, needsSession }: RouteMatch): NextResponse {
  if (page?.rendering === 'dynamic') return passRendered(request)
  return needsSession ? NextResponse.next({ headers: personalHeaders }) : NextResponse.next()
}

/**
 * Gives a rendered page a nonce. Next reads it from the request's policy, overwriting any the client sent, and adds
 * it to its scripts; the server writes the page's policy with it. `next dev` has no policy.
 */
function passRendered({ headers: sent }: NextRequest): NextResponse {
  if (siteConfig().isDevelopment) return NextResponse.next({ headers: personalHeaders })
  const nonce = newNonce()
  const headers = new Headers(sent)
  headers.set(policyHeader, `script-src ${nonceSource(nonce)}`)
  return NextResponse.next({ request: { headers }, headers: { ...personalHeaders, [nonceHeader]: nonce } })
}

function redirectTo(request: NextRequest, path: SitePath): NextResponse {
  return NextResponse.redirect(new URL(path, request.url), { status: 307, headers: personalHeaders })
}

function requestedPath(request: NextRequest): SitePath {
  return safeReturnPath(request.nextUrl.pathname + request.nextUrl.search)
}

function noSession(code: string): NextResponse {
  return NextResponse.json({ code }, { status: 401, headers: personalHeaders })
}

/** The response if the session can't be checked or a page mustn't be prefetched. Bots get the bare status. */
function unavailable(request: NextRequest): Response | Promise<Response> {
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

function errorContextOf(request: NextRequest, { needsSession }: RouteMatch): ErrorContext {
  return {
    requestId: idOf(request),
    status: needsSession ? 503 : null,
    method: request.method,
    path: request.nextUrl.pathname,
    ...describeClient(request.headers, siteConfig().origin),
    place: 'middleware',
    hasPage: needsSession && isDocumentRequest(request),
  }
}

function idOf(request: NextRequest): string {
  return request.headers.get(requestIdHeader) ?? ''
}

/** Adds a header with what the server should log. */
function withLog(answer: Response, ...record: ForwardedLog): Response {
  answer.headers.set(forwardedLogHeader, encodeForwardedLog(...record))
  return answer
}
