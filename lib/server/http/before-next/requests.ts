import 'server-only'
/** The requests that this process is answering, and the connections they came by. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { socketAddressHeader } from '@/lib/http/origin'
import { requestIdHeader } from '@/lib/log/record'
import { servers } from './door'

/** A request that this process has not yet answered to the end. */
export type OpenRequest = {
  id: string
  /** As it was asked for, the path without its query: Next, and we in front of it, change what the request says. */
  method: string
  path: string
  request: IncomingMessage
  response: ServerResponse
  /** Whether the log has an error of it. */
  isReported: boolean
}

/**
 * Follows a request to its end. Gives it an id, also told to the client, and the address of its socket: Next hands both
 * on as headers, and what the client sent under these names is overwritten. `onAnswered` hears of an answer that was given
 * in full.
 */
export function trackRequest(
  request: IncomingMessage,
  response: ServerResponse,
  onAnswered: (answered: OpenRequest) => void,
): void {
  const id = crypto.randomUUID()
  request.headers[requestIdHeader] = id
  request.headers[socketAddressHeader] = request.socket.remoteAddress ?? ''
  response.setHeader('x-request-id', id)
  if (isLastOfConnection) announceEnd(response)
  const { method = '' } = request
  const opened: OpenRequest = { id, method, path: pathOf(request), request, response, isReported: false }
  openRequests.set(id, opened)
  response.once('finish', () => onAnswered(opened))
  response.once('close', () => {
    openRequests.delete(id)
    if (isClosing) closeWhenQuiet()
  })
}

/** The request of this id, as long as it is not answered. */
export function openRequest(id: string): OpenRequest | null {
  return openRequests.get(id) ?? null
}

export function countOpenRequests(): number {
  return openRequests.size
}

/** From now on each answer is the last of its connection. */
export function keepNoConnection(): void {
  isLastOfConnection = true
  for (const { response } of openRequests.values()) announceEnd(response)
}

/** Takes no more connections, and ends those there are once nothing is asked on any. */
export async function closeServers(): Promise<void> {
  isClosing = true
  const closed = [...servers].map((server) => new Promise((resolve) => server.close(resolve)))
  closeWhenQuiet()
  await Promise.all(closed)
}

/** The path that was asked for, without its query. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

const openRequests = new Map<string, OpenRequest>()
let isLastOfConnection = false
let isClosing = false

/** A request that is on its way when nothing else is asked has this long to arrive. */
const quietMs = 250

function closeWhenQuiet(): void {
  for (const server of servers) server.closeIdleConnections()
  setTimeout(() => {
    // A browser opens connections in advance, and Node counts one that was never used as one in use.
    if (openRequests.size === 0) for (const server of servers) server.closeAllConnections()
  }, quietMs)
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
