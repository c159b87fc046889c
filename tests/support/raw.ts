/** Requests that no HTTP library would send. */
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Site } from './site'

/** Opens a connection and sends these lines, with the site's host if they name none. */
export function connectRaw(site: Site, head: readonly string[]): Socket {
  const { hostname, port, host } = new URL(site.url)
  const hasHost = head.some((line) => /^host:/i.test(line))
  const socket = connect(Number(port), hostname)
  socket.write([...head, ...(hasHost ? [] : [`Host: ${host}`]), '', ''].join('\r\n'))
  return socket
}

/** Everything the site sends until it closes the connection. */
export async function answerTo(site: Site, head: readonly string[]): Promise<string> {
  const socket = connectRaw(site, [...head, 'Connection: close'])
  return text(socket)
}

/** The status of a response; null if there is none. */
export function statusOf(answer: string): number | null {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? []
  return status ? Number(status) : null
}
