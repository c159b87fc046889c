import 'server-only'
/**
 * The one place where the server steps in before Next does, started from instrumentation, so that the same build is
 * as safe under `next start` and standalone as under `npm start`. How, and by what:
 * - Node's channels `net.server.socket` and `http.server.request.start` name each server and each request (public).
 * - A server's `request` and `upgrade` listeners are taken over: its own interface as an EventEmitter (public).
 * - `ServerResponse.prototype` is patched for the security headers (`http/security-headers` says why).
 */
import { watchServers } from './before-next/door'
import { type OpenRequest, trackRequests } from './before-next/requests'
import { addSecurityHeaders } from './before-next/security-headers'

export { captureConsole } from './before-next/console'
export { watchServers } from './before-next/door'
export { isMistakenByNext, refusalOf } from './before-next/refusal'
export {
  closeConnections,
  countOpenRequests,
  isAbandoned,
  keepNoConnection,
  type OpenRequest,
  openRequest,
} from './before-next/requests'

/** From now on every request passes here first. `onAnswered` hears of each answer that was given in full. */
export function stepInBeforeNext(onAnswered: (answered: OpenRequest) => void): Promise<void> {
  watchServers()
  trackRequests(onAnswered)
  return addSecurityHeaders()
}
