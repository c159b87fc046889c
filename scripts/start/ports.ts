/** Checks ports and servers. */
import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, createServer, type ListenOptions } from 'node:net'
import { codeOf } from '../../lib/error-code'

/** Where a program listens; a null host means all interfaces. */
export type Address = { host: string | null; port: number }

/** The address that a URL names. */
export function addressOf(url: URL): Address {
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || '80') }
}

/**
 * The error code of listening there; null if the port is free. 'localhost' means both addresses, as for browsers: a program
 * at either would get some of our visitors. A machine may have only one of them, such as a container without IPv6.
 */
export async function portFault({ host, port }: Address): Promise<string | null> {
  if (host === 'localhost') {
    const first = await portFault({ host: '127.0.0.1', port })
    const second = await portFault({ host: '::1', port })
    return first ?? (second === 'EADDRNOTAVAIL' || second === 'EAFNOSUPPORT' ? null : second)
  }
  try {
    await listenOnce({ host: host ?? undefined, port })
    return null
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return code
  }
}

/** A port that nobody uses. */
export function freePort(): Promise<number> {
  return listenOnce({ host: '127.0.0.1', port: 0 })
}

/** Listens there for a moment. Returns the port. */
async function listenOnce(address: ListenOptions): Promise<number> {
  const server = createServer().listen(address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether anything responds to HTTP. Not by `fetch`, which has been observed to hang. */
export function isAnswering(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 5_000 }, (response) => {
      response.resume()
      resolve(true)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
    request.once('close', () => resolve(false))
  })
}
