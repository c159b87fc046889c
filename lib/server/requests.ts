import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdHeader } from '../log'
import { socketAddressHeader } from '../origin'

/** A request that this process has not yet answered to the end. */
export type OpenRequest = {
  id: string
  request: IncomingMessage
  response: ServerResponse
  /** Whether the log has an error of it. */
  isReported: boolean
}

/**
 * Gives each request an id, also told to the client, and the address of its socket. Next hands both on as headers;
 * what the client sent under these names is overwritten. `onAnswered` hears of each answer that was given in full.
 */
export function markRequests(onAnswered: (answered: OpenRequest) => void): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const id = crypto.randomUUID()
    request.headers[requestIdHeader] = id
    request.headers[socketAddressHeader] = request.socket.remoteAddress ?? ''
    response.setHeader('x-request-id', id)
    const opened: OpenRequest = { id, request, response, isReported: false }
    openRequests.set(id, opened)
    response.once('finish', () => onAnswered(opened))
    response.once('close', () => openRequests.delete(id))
  })
}

/** The request of this id, as long as it is not answered. */
export function openRequest(id: string): OpenRequest | null {
  return openRequests.get(id) ?? null
}

/** The path that was asked for, without its query. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

const openRequests = new Map<string, OpenRequest>()
