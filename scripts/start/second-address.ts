/** A second address of a server that listens at one. */
import { connect, createServer, type Server } from 'node:net'
import { pipeline } from 'node:stream'
import { codeOf } from '../../lib/error-code'
import { type Address, isAbsent } from './ports'

/**
 * Passes on, byte for byte, what arrives at another address of this machine, at the same port. Null if this machine doesn't
 * have that address.
 */
export function forwardConnections(fromHost: string, { host, port }: Address): Promise<Server | null> {
  const target = { host: host ?? 'localhost', port, allowHalfOpen: true, noDelay: true }
  // Half-open, as a visitor who has said everything still waits for the answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (visitor) => {
    // Either side may break off, as on any connection; then both are closed.
    pipeline(visitor, connect(target), visitor, () => undefined)
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (isAbsent(codeOf(error)) ? resolve(null) : reject(error)))
    server.listen({ host: fromHost, port }, () => resolve(server))
  })
}
