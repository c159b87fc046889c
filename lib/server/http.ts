import 'server-only'
/**
 * The one place where the server steps in before Next does, started from instrumentation, so that the same build is
 * as safe under `next start` and standalone as under `npm start`. How, and by what:
 * - Node's channels `net.server.socket` and `http.server.request.start` name each server and each request (public).
 * - A server's `request` and `upgrade` listeners are taken over: its own interface as an EventEmitter (public).
 * - `ServerResponse.prototype` is patched for the security headers (`http/security-headers` says why).
 */
import { watchServers } from './http/door'
import { type OpenRequest, trackRequests } from './http/requests'
import { addSecurityHeaders } from './http/security-headers'

export { watchServers } from './http/door'
export { isMistakenByNext, refusalOf } from './http/refusal'
export {
  closeConnections,
  countOpenRequests,
  isAbandoned,
  keepNoConnection,
  type OpenRequest,
  openRequest,
} from './http/requests'

/** From now on every request passes here first. `onAnswered` hears of each answer that was given in full. */
export function stepInBeforeNext(onAnswered: (answered: OpenRequest) => void): Promise<void> {
  watchServers()
  trackRequests(onAnswered)
  return addSecurityHeaders()
}
