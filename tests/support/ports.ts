/** Ports for what tests start. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { connect, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { portFault } from '../../scripts/start/ports'
import { claimMark, runFolder } from './run'

/** Below the system's ephemeral ports, which may be taken before the site listens, and above 10080, which Next and browsers refuse. */
const range = [10_081, 30_000] as const

/** A free port that no other test of this run gets. */
export async function reservePort(): Promise<number> {
  const port = randomInt(...range)
  return isOfNobody(port) && (await isFree(port)) ? port : reservePort()
}

/** Tests run in many processes: a port is free for all of them until one listens. */
function isOfNobody(port: number): boolean {
  const folder = runFolder()
  return folder === null || claimMark(join(folder, `port-${port}`))
}

async function isFree(port: number): Promise<boolean> {
  return (await portFault({ host: 'localhost', port })) === null
}

/** Whether this machine has ::1. */
export function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
}

/** Whether the port accepts connections. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Has a server of a test listen on this machine, by default at a free port; returns the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** Breaks a server's open connections, and refuses others. */
export function closeServer(server: HttpServer): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
