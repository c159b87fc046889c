/** Which ports are free. */
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import { startProblem } from './terminal'

/** Where a program listens; without a host, on all interfaces. */
export type Place = { host: string | null; port: number }

/** The place that a URL names. */
export function placeOf(url: URL): Place {
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || '80') }
}

/** What a port is for, and the setting that moves it. */
type PortUse = { purpose: string; setting: string }

/** Ends the start, naming the port, if it can't be used. */
export async function requireFreePort(place: Place, { purpose, setting }: PortUse): Promise<void> {
  for (const host of await hostAddresses(place.host)) {
    const code = await tryListening({ host, port: place.port })
    if (!code) continue
    const name = `Port ${place.port}${place.host === null ? '' : ` of ${place.host}`}, for ${purpose},`
    const help = `choose another one with ${setting}`
    if (code === 'EADDRINUSE')
      throw startProblem(`${name} is in use. Stop the program that uses it, or ${help}.`)
    throw startProblem(`${name} can't be used (${code}): ${help}.`)
  }
}

/** 'localhost' can be two addresses, and another program at either would get some of our visitors. */
async function hostAddresses(host: string | null): Promise<Array<string | null>> {
  if (host === null) return [null]
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Null if that works, or if this machine has no such address, such as IPv6 in a container. */
function tryListening({ host, port }: Place): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(null)
      else if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(error.code)
      else reject(error)
    })
    server.listen(host === null ? { port } : { host, port }, () => server.close(() => resolve(null)))
  })
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a listening server has no port')
  return address.port
}
