import 'server-only'
/**
 * How an error gets to the log. Each is logged once, with the fields of `lib/errors/record.ts`.
 *
 * - In a page or a handler: Next catches it → `instrumentation.ts` → `reportRequestError` → log
 * - In the middleware: `guard.ts` catches it → log. What it doesn't catch Next only prints, like what is below
 * - Outside a request, or in Next itself, which prints it → `http/console.ts` → `reportProcessError` → log
 * - In a browser: `lib/browser/errors/watch.ts` → `report.ts` beside it → `app/api/errors/route.ts` → log
 * - An error status that none of these reported: `reportResponse` → log
 */
import type { Instrumentation } from 'next'
import { detectBot } from '@/lib/errors/bots'
import { describeError, type ErrorSource, newReference } from '@/lib/errors/errors'
import { type ClientFacts, describeContext, describeErrorRecord } from '@/lib/errors/record'
import { addressBlock } from '@/lib/http/origin'
import type { LogEvent } from '@/lib/log/events'
import { requestIdHeader } from '@/lib/log/record'
import { countFailedRequest } from '@/lib/server/database/connection'
import { oncePerProcess } from '@/lib/server/process'
import { firebasePrefix, handlers } from '@/lib/site/api-routes'
import { isEndpoint, isKnownPath } from '@/lib/site/paths'
import { clientOf } from './http/request'
import { findOpenRequest, hasLeft, headersOf, type OpenRequest } from './http/requests'
import { currentRequestId, log } from './log/log'

/** Logs errors that Next caught (`onRequestError`), each once. */
export const reportRequestError: Instrumentation.onRequestError = (error, request, { routeType }) => {
  if (!isFirstReport(error)) return
  const headers = headersOf(request.headers)
  const sent = headers.get(requestIdHeader) ?? ''
  const open = findOpenRequest(sent)
  // The middleware has set that of a page. Before a handler only the front stands.
  const id = currentRequestId() ?? (routeType === 'route' ? crypto.randomUUID() : sent)
  if (open) open.isReported = true
  const answer = open?.response
  const context = {
    requestId: id,
    // A page that failed while streaming has already sent its status.
    status: answer?.headersSent ? answer.statusCode : 500,
    method: request.method,
    path: request.path,
    ...clientOf(headers),
    place: sources[routeType],
    hasPage: routeType === 'render' || routeType === 'action',
  }
  const reason = open ? null : (abortOf(error) ?? (hasLeft(sent) ? nameOf(error) : null))
  if (reason) {
    // No reference: no error page was shown, and `npm run logs` must not count it.
    const { method, path } = describeContext(context)
    return log('info', 'request.aborted', { requestId: id, status: null, method, path, reason })
  }
  log('error', 'error.thrown', describeErrorRecord(context, describeError(error)))
}

/** How Node or Next say that the client disconnected; null if the error is ours. */
function abortOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const names = [error.name, 'code' in error ? error.code : null]
  return ['AbortError', 'ResponseAborted', 'ECONNRESET'].find((name) => names.includes(name)) ?? null
}

/** Whatever Next throws once nobody listens, such as that a page used what it then no longer may. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

const sources = { render: 'render', route: 'route', action: 'action', proxy: 'middleware' } as const

/**
 * Logs error responses that nothing else has logged: missing pages and failures inside Next. An endpoint's 404 and any 503
 * are intended, except a 404 for Firebase's files.
 */
export function reportResponse(finished: OpenRequest): void {
  const { id, method, path, request, response, isReported, printedError } = finished
  const { statusCode: status } = response
  const client = () => clientOf(headersOf(request.headers))
  if (status === 503 && path !== handlers.ready) countFailedRequest(visitorOf(client()))
  const isMissing = status === 404 && (!isEndpoint(path) || path.startsWith(firebasePrefix))
  if (isReported || !(isMissing || (status >= 500 && status !== 503))) return
  const context = {
    requestId: id,
    status,
    method,
    path,
    ...client(),
    place: 'render' as ErrorSource,
    hasPage: String(response.getHeader('content-type') ?? '').startsWith('text/html'),
  }
  if (!isMissing && printedError && isFirstReport(printedError))
    log('error', 'error.thrown', describeErrorRecord(context, describeError(printedError)))
  else log(isMissing ? 'info' : 'error', eventOf(path, isMissing), describeContext(context))
}

/** Whom the address belongs to, so that one who waits and tries again is one; null for a bot. */
function visitorOf({ userAgent, clientAddress }: ClientFacts): string | null {
  return clientAddress && !detectBot(userAgent) ? addressBlock(clientAddress) : null
}

function eventOf(path: string, isMissing: boolean): LogEvent {
  if (!isMissing) return 'error.unexplained'
  return isKnownPath(path) && !isEndpoint(path) ? 'page.not-found' : 'route.unknown'
}

/** Logs an error outside any request, such as an unhandled rejection. */
export function reportProcessError(error: unknown): void {
  if (!isFirstReport(error)) return
  const reference = newReference()
  log('error', 'error.thrown', {
    reference,
    bot: false,
    rendered: false,
    place: 'process',
    ...describeError(error),
  })
}

/** Marks the error as logged; returns whether it wasn't yet. Next reports an error more than once and also prints it. */
function isFirstReport(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  if (reported.has(error)) return false
  reported.add(error)
  return true
}

const reported = oncePerProcess('reported-errors', () => new WeakSet<object>())
