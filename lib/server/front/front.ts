import 'server-only'
/**
 * What only the process that serves can do, before Next: bounds on what strangers' requests cost, refusals of those that
 * Next fails on, request IDs and the socket's address, compressed files from memory, and shutdown. It starts from
 * instrumentation, so it stands before `next start` and standalone as before `npm start`; `FRONT=off` leaves it out.
 *
 * Nothing is patched: Node's diagnostics channels announce servers and requests, and on these the front sets only what Node
 * documents: listeners, the limits in `guard-server`, and a request's headers, method and URL.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { siteConfig } from '@/lib/config/config'
import { type OpenRequest, trackRequest } from '@/lib/server/http/requests'
import { readBuiltFiles } from './built-files'
import { abortUnreadBody, guardServer } from './guard-server'

export { guardServer } from './guard-server'
export { redirectToLocalhost } from './local-name'
export { refusalOf } from './refusal'
/** From now on handles every request before Next. Calls `onResponse` for each completed response. */
export async function startFront(onResponse: (request: OpenRequest) => void): Promise<void> {
  // Covers connections that never send a request.
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket & { server: unknown } }
    guardServer(socket.server)
  })
  subscribe('http.server.request.start', (message) => {
    const { server, request, response } = message as RequestStart
    // The connection may predate our subscription.
    guardServer(server)
    abortUnreadBody(request, response)
    trackRequest(request, response, onResponse)
  })
  if (!siteConfig().isDevelopment) await readBuiltFiles()
}

type RequestStart = { server: Server; request: IncomingMessage; response: ServerResponse }
