import 'server-only'
/**
 * How an error gets to the log. Whichever way it takes, it is one line, and `lib/errors/record.ts` says what stands in it.
 *
 * - In a page or a handler: Next catches it → `instrumentation.ts` → `reportRequestError` → log
 * - In the middleware: `lib/guard.ts` catches it → a header of the response → `before-next/security-headers.ts` → log
 * - Outside a request, or in Next itself, which prints it → `before-next/console.ts` → `reportProcessError` → log
 * - In a browser: `lib/browser/errors/watch.ts` → `report.ts` beside it → `app/api/errors/route.ts` → log
 *
 * A response whose status says that something went wrong, though none of these told of it: `reportAnswer` → log.
 */
import type { Instrumentation } from 'next'
import { describeError, type ErrorPlace, newReference } from '@/lib/errors/errors'
import { describeCircumstances, describeErrorRecord } from '@/lib/errors/record'
import { type LogEvent, requestIdHeader } from '@/lib/log/record'
import { countUnanswered } from '@/lib/server/database/database'
import { oncePerProcess } from '@/lib/server/process'
import { firebaseFolder, handlers } from '@/lib/site/api-routes'
import { isEndpoint, isKnownPath } from '@/lib/site/paths'
import { type OpenRequest, openRequest } from './http/before-next'
import { clientOf } from './http/request'
import { log } from './log/log'

/** Logs errors that Next caught (`onRequestError`), each once. */
export const reportRequestError: Instrumentation.onRequestError = (error, request, { routeType }) => {
  if (!isNew(error)) return
  const id = String(request.headers[requestIdHeader] ?? '')
  const open = openRequest(id)
  if (open) open.isReported = true
  const answer = open?.response
  const circumstances = {
    requestId: id,
    // A page that failed while streaming has already sent its status.
    status: answer?.headersSent ? answer.statusCode : 500,
    method: request.method,
    path: request.path,
    ...clientOf(request.headers),
    place: places[routeType],
    hasPage: routeType === 'render' || routeType === 'action',
  }
  const reason = open ? null : abortOf(error)
  if (reason) {
    // No reference: nobody saw an error page, and `npm run logs` must not count it.
    const { method, path } = describeCircumstances(circumstances)
    return log('info', 'request.aborted', { requestId: id, status: null, method, path, reason })
  }
  log('error', 'error.thrown', describeErrorRecord(circumstances, describeError(error)))
}

/** How Node or Next say that the client disconnected; null if the error is ours. */
function abortOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const names = [error.name, 'code' in error ? error.code : null]
  return ['AbortError', 'ResponseAborted', 'ECONNRESET'].find((name) => names.includes(name)) ?? null
}

const places = { render: 'render', route: 'route', action: 'action', proxy: 'middleware' } as const

/**
 * Logs error responses that nothing else has logged: missing pages, and failures inside Next. An endpoint's
 * 404 and any 503 are our own intended responses, but where Firebase's files aren't served, nothing is.
 */
export function reportAnswer(answered: OpenRequest): void {
  const { id, method, path, request, response, isReported, printed } = answered
  const { statusCode: status } = response
  if (status === 503 && path !== handlers.ready) countUnanswered()
  const isMissing = status === 404 && (!isEndpoint(path) || path.startsWith(firebaseFolder))
  if (isReported || !(isMissing || (status >= 500 && status !== 503))) return
  const circumstances = {
    requestId: id,
    status,
    method,
    path,
    ...clientOf(request.headers),
    place: 'render' as ErrorPlace,
    hasPage: String(response.getHeader('content-type') ?? '').startsWith('text/html'),
  }
  if (!isMissing && printed && isNew(printed))
    log('error', 'error.thrown', describeErrorRecord(circumstances, describeError(printed)))
  else log(isMissing ? 'info' : 'error', eventOf(path, isMissing), describeCircumstances(circumstances))
}

function eventOf(path: string, isMissing: boolean): LogEvent {
  if (!isMissing) return 'error.unexplained'
  return isKnownPath(path) && !isEndpoint(path) ? 'page.not-found' : 'route.unknown'
}

/** Logs an error outside any request, such as an unhandled rejection. */
export function reportProcessError(error: unknown): void {
  if (!isNew(error)) return
  const reference = newReference()
  log('error', 'error.thrown', {
    reference,
    bot: false,
    rendered: false,
    place: 'process',
    ...describeError(error),
  })
}

/** Whether the error hasn't been logged yet: Next reports it more than once and also prints it. */
function isNew(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  if (reported.has(error)) return false
  reported.add(error)
  return true
}

const reported = oncePerProcess('reported-errors', () => new WeakSet<object>())
