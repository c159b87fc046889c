/**
 * Loaded into a process under test with `NODE_OPTIONS=--import=<url of this file>?port=<port>`: connections to
 * Google's host names go to the stand-in on that port, whoever opens them (node:https, node-fetch, undici).
 * The name asked for stays in the TLS handshake, so certificates are checked as ever. Other hosts outside this
 * machine are refused: nothing a test starts may depend on a network.
 */
import { isIP, Socket } from 'node:net'

const standInPort = Number(new URL(import.meta.url).searchParams.get('port'))
const connect = Socket.prototype.connect

Socket.prototype.connect = function (...parameters) {
  // node:net and node:tls hand their arguments over as one list, `[options, listener]`.
  const [options, listener] = Array.isArray(parameters[0]) ? parameters[0] : parameters
  if (typeof options !== 'object' || options === null || options.path) return connect.apply(this, parameters)
  const host = options.host ?? 'localhost'
  if (isThisMachine(host)) return connect.apply(this, parameters)
  if (!isGoogle(host) || Number(options.port) !== 443) return refuse(this, host)
  return connect.call(this, { ...options, host: '127.0.0.1', port: standInPort }, listener)
}

function isGoogle(host) {
  return /(^|\.)(googleapis|google|firebaseapp)\.com$/.test(host)
}

function isThisMachine(host) {
  if (host === 'localhost' || host === '::1' || host === '::') return true
  return isIP(host) === 4 && (host.startsWith('127.') || host === '0.0.0.0')
}

function refuse(socket, host) {
  const error = Object.assign(new Error(`connect ECONNREFUSED ${host} (a test has no network)`), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  process.nextTick(() => socket.destroy(error))
  return socket
}
