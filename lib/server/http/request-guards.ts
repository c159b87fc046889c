import 'server-only'
/**
 * The only place that handles requests before Next. It starts from instrumentation, so a build is as safe
 * under `next start` and standalone as under `npm start`. It uses public interfaces: Node's diagnostics
 * channels announce servers and requests, and EventEmitter listeners can be replaced.
 *
 * Patched for lack of a public interface (an architecture rule forbids others; other reliance on undocumented behavior is
 * listed in docs/decisions/dependencies.md):
 * - `writeHead` and `_implicitHeader` of `ServerResponse.prototype` (security-headers): no response may leave
 *   without its headers. Requests during startup pass the channels and Next's compression before us,
 *   so a per-response wrapper such as `on-headers` would miss them.
 * - The `console` methods (console): Next's only output for errors. Every stdout line must be a log record.
 * - `console.error` in the browser (`lib/browser/errors/watch`): React's only report of an error a boundary
 *   caught; for some bots Next renders no error page.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { siteConfig } from '@/lib/config/config'
import { readBuiltFiles } from './request-guards/built-files'
import { abortUnreadBody, guardServer } from './request-guards/guard-server'
import { type OpenRequest, trackRequest } from './request-guards/requests'
import { addSecurityHeaders } from './request-guards/security-headers'

export { captureConsole } from './request-guards/console'
export { guardServer } from './request-guards/guard-server'
export { redirectToLocalhost } from './request-guards/local-name'
export { isNextInternalPage, refusalOf } from './request-guards/refusal'
export {
  closeServers,
  countOpenRequests,
  disableKeepAlive,
  findOpenRequest,
  type OpenRequest,
  trackRequest,
} from './request-guards/requests'

/** From now on handles every request before Next. Calls `onResponse` for each completed response. */
export async function installRequestGuards(onResponse: (request: OpenRequest) => void): Promise<void> {
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
  await addSecurityHeaders()
  if (!siteConfig().isDevelopment) await readBuiltFiles()
}

type RequestStart = { server: Server; request: IncomingMessage; response: ServerResponse }
