/** Checks ports. */
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import { codeOf } from '../../lib/error-code'
import { startProblem } from './terminal'

/** Where a program listens; a null host means all interfaces. */
export type Address = { host: string | null; port: number }

/** The address that a URL names. */
export function addressOf(url: URL): Address {
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || '80') }
}

/** What a port is for, and the setting that moves it. */
type PortUse = { purpose: string; setting: string }

/** Throws a start problem naming the port if it can't be used. */
export async function requireFreePort(address: Address, { purpose, setting }: PortUse): Promise<void> {
  const code = await portFault(address)
  if (!code) return
  const name = `Port ${address.port}${address.host === null ? '' : ` of ${address.host}`}, for ${purpose},`
  const help = `choose another one with ${setting}`
  if (code === 'EADDRINUSE')
    throw startProblem(`${name} is in use. Stop the program that uses it, or ${help}.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND'].includes(code))
    throw startProblem(`${name} can't be used: this machine has no such address (${code}). Set HOST.`)
  throw startProblem(`${name} can't be used (${code}): ${help}.`)
}

/** The error code of listening there; null if the port is free. */
export async function portFault({ host, port }: Address): Promise<string | null> {
  const addresses = await hostAddresses(host)
  const codes = await Promise.all(addresses.map((address) => tryListening({ host: address, port })))
  // A machine may have only one address of 'localhost', such as a container without IPv6.
  const faults = codes.filter((code) => code !== null)
  if (faults.length === codes.length && faults.every(isAbsent)) return faults[0] ?? 'ENOTFOUND'
  return faults.find((code) => !isAbsent(code)) ?? null
}

/** Whether the error code means that this machine doesn't have the address. */
export function isAbsent(code: string | null): boolean {
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'
}

/**
 * 'localhost' means both addresses, as for browsers: a program at either would get some of our visitors. The resolver may
 * know only one.
 */
async function hostAddresses(host: string | null): Promise<Array<string | null>> {
  if (host === null) return [null]
  if (host === 'localhost') return ['127.0.0.1', '::1']
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    if (codeOf(error) === null) throw error
    return []
  }
}

function tryListening({ host, port }: Address): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code) resolve(error.code)
      else reject(error)
    })
    server.listen(host === null ? { port } : { host, port }, () => server.close(() => resolve(null)))
  })
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a listening server has no port')
  return address.port
}
