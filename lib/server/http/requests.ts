import 'server-only'
/** Open requests and their connections. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { siteConfig } from '@/lib/config/config'
import { referenceMetric, referenceOf } from '@/lib/errors/errors'
import { allowsHsts, type HeaderReader, ownOrigin } from '@/lib/http/origin'
import { hstsHeader, plainHeaders } from '@/lib/http/security-headers'
import type { LogEvent } from '@/lib/log/events'
import { type LogFields, type LogLevel, requestIdHeader } from '@/lib/log/record'
import { currentRequestId, log, runInRequest } from '@/lib/server/log/log'
import { oncePerProcess } from '@/lib/server/process'
import { firebasePrefix } from '@/lib/site/api-routes'

/** A request whose response isn't complete. */
export type OpenRequest = {
  id: string
  /** Method and path as received, without the query: we and Next rewrite the request. */
  method: string
  path: string
  request: IncomingMessage
  response: ServerResponse
  /** Whether its error has been logged. */
  isReported: boolean
  /** The first error printed during this request, which may not be reported otherwise; null without one. */
  printedError: unknown
}

/**
 * Tracks a request until its response closes. Sets its id in a header of the request, overwriting a spoofed one, and of the
 * response. Nobody can guess an id, so `findOpenRequest` finds only requests that came this way. Calls `onResponse` once the
 * response is complete.
 */
export function trackRequest(
  request: IncomingMessage,
  response: ServerResponse,
  onResponse: (request: OpenRequest) => void,
): void {
  const id = crypto.randomUUID()
  request.headers[requestIdHeader] = id
  const { method = '', url = '/' } = request
  const [path = '/'] = url.split('?', 1)
  // Next sets the plain ones, too, but not on all that it answers itself. Firebase's pages have their own.
  const headers = [...idHeaders(id), ...(path.startsWith(firebasePrefix) ? [] : plainHeaders)]
  for (const [name, value] of headers) response.setHeader(name, value)
  if (needsHsts(request)) response.setHeader(...hstsHeader)
  if (shared.closesConnection) response.setHeader('connection', 'close')
  const opened: OpenRequest = { id, method, path, request, response, isReported: false, printedError: null }
  shared.open.set(id, opened)
  // The event runs outside the request's context, which the log needs.
  response.once('finish', () => runInRequest(request, () => onResponse(opened)))
  response.once('close', () => {
    shared.open.delete(id)
    if (!response.writableFinished) rememberLeft(id)
  })
}

/** The response headers with a request's ID, and its reference for error pages. */
export function idHeaders(id: string): [name: string, value: string][] {
  return [
    ['x-request-id', id],
    ['server-timing', `${referenceMetric};desc="${referenceOf(id)}"`],
  ]
}

/** The open request this code runs for. */
export function currentRequest(): OpenRequest | null {
  return findOpenRequest(currentRequestId() ?? '')
}

/** The open request with this id. */
export function findOpenRequest(id: string): OpenRequest | null {
  return shared.open.get(id) ?? null
}

/** Whether the client left before the response was complete, as far as is remembered. */
export function hasLeft(id: string): boolean {
  return shared.left.has(id)
}

/** Next may throw for a while after a client has left. */
const maxLeft = 1_000

function rememberLeft(id: string): void {
  shared.left.add(id)
  const [oldest] = shared.left
  if (oldest !== undefined && shared.left.size > maxLeft) shared.left.delete(oldest)
}

/** Logs the outcome of a request, which the front then doesn't log again. */
export function logOnce(requestId: string, level: LogLevel, event: LogEvent, fields: LogFields): void {
  log(level, event, fields)
  const open = findOpenRequest(requestId)
  if (open) open.isReported = true
}

export function countOpenRequests(): number {
  return shared.open.size
}

/** Disables keep-alive from now on. */
export function disableKeepAlive(): void {
  shared.closesConnection = true
  for (const { response } of shared.open.values())
    if (!response.headersSent) response.setHeader('connection', 'close')
}

/** Stops accepting connections, and closes open ones once no requests are left. */
export async function closeServers(): Promise<void> {
  const closed = [...servers].map((server) => new Promise((resolve) => server.close(resolve)))
  // Browsers preconnect, and Node doesn't count an unused connection as idle.
  const closing = setInterval(() => {
    if (shared.open.size === 0) for (const server of servers) server.closeAllConnections()
  }, idleGraceMs)
  await Promise.all(closed)
  clearInterval(closing)
}

/** Grace for a request already on its way. */
const idleGraceMs = 250

/** The headers of a Node request. */
export function headersOf(fields: NodeJS.Dict<string | string[]>): HeaderReader {
  return { get: (name) => fields[name]?.toString() ?? null }
}

function needsHsts({ headers }: IncomingMessage): boolean {
  const { origin } = siteConfig()
  return allowsHsts(origin.trustedProxies === 0 ? origin.siteUrl : ownOrigin(headersOf(headers), origin))
}

/** The guarded servers. */
export const servers = oncePerProcess('servers', () => new Set<Server>())

const shared = oncePerProcess('requests', () => ({
  open: new Map<string, OpenRequest>(),
  left: new Set<string>(),
  closesConnection: false,
}))
