/** Makes a server reachable at a second address. */
import { connect, createServer, type Server } from 'node:net'
import { pipeline } from 'node:stream'
import { codeOf } from '../../lib/error-code'
import { type Address, isAbsent } from './ports'

/** Forwards connections from another address of this machine, at the same port. Null if the machine lacks the address. */
export function forwardConnections(fromHost: string, { host, port }: Address): Promise<Server | null> {
  const target = { host: host ?? 'localhost', port, allowHalfOpen: true, noDelay: true }
  // Half-open, as a client that has finished sending still waits for the response.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (visitor) => {
    // If one side breaks the connection, both are closed.
    pipeline(visitor, connect(target), visitor, () => undefined)
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (isAbsent(codeOf(error)) ? resolve(null) : reject(error)))
    server.listen({ host: fromHost, port }, () => resolve(server))
  })
}
