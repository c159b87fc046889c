import 'server-only'
/**
 * The one place where the server steps in before Next does, started from instrumentation, so that the same build is
 * as safe under `next start` and standalone as under `npm start`. It is led there by public ways: Node's channels name
 * each server and each request, and who listens to a server or a signal can be replaced (EventEmitter).
 *
 * What is patched, as no public way leads there; an architecture rule forbids any other:
 * - `writeHead` and `_implicitHeader` of `ServerResponse.prototype` (security-headers): no answer may leave without its
 *   headers, and what comes while the server starts has passed the channels, and Next's compression, before we are asked.
 *   For the same reason a wrapper for each response, such as `on-headers`, would miss them.
 * - The methods of `console` (console), by which alone Next tells of errors and itself: each line on stdout is a record.
 * - `console.error` in the browser (`lib/browser/errors/watch`), by which alone React tells of an error that a boundary
 *   has caught: for some bots Next draws no error page.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endRestOfBody, guardServer } from './before-next/door'
import { type OpenRequest, trackRequest } from './before-next/requests'
import { addSecurityHeaders } from './before-next/security-headers'

export { captureConsole } from './before-next/console'
export { guardServer } from './before-next/door'
export { isMistakenByNext, refusalOf } from './before-next/refusal'
export {
  closeServers,
  countOpenRequests,
  keepNoConnection,
  type OpenRequest,
  openRequest,
} from './before-next/requests'

/** From now on every request passes here first. `onAnswered` hears of each answer that was given in full. */
export function stepInBeforeNext(onAnswered: (answered: OpenRequest) => void): Promise<void> {
  // Also of a connection on which nothing is ever asked.
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket & { server: unknown } }
    guardServer(socket.server)
  })
  subscribe('http.server.request.start', (message) => {
    const { server, request, response } = message as RequestStart
    // A connection that was there before this process listened to the channel.
    guardServer(server)
    endRestOfBody(request, response)
    trackRequest(request, response, onAnswered)
  })
  return addSecurityHeaders()
}

type RequestStart = { server: Server; request: IncomingMessage; response: ServerResponse }
