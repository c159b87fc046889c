/**
 * A stand-in for the two hosts of Google's tag: serves this folder's `gtag.js` and collects its hits. Uses TLS and the real
 * host names, so that the site's policies apply.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createTlsIdentity } from '../google/certificates'
import { listen } from '../listen'
import { type Hit, parseHits } from './hits'

export type TagServer = Awaited<ReturnType<typeof startTagServer>>

/**
 * The visitor is the last word of the user agent, which the test sets, or named in the hits: what a page sends while it is
 * left has the browser's own user agent.
 */
type Arrival = { visitor: string; address: string; hits: Hit[] }

export const tagScript = 'www.googletagmanager.com/gtag/js'

/** Listens on a free port of this machine. */
export async function startTagServer() {
  const script = readFileSync(join(__dirname, 'gtag.js'), 'utf8')
  const tls = await createTlsIdentity()
  const arrivals: Arrival[] = []
  let ready = Promise.resolve()
  let isBlocked = false

  const server = createServer({ key: tls.key, cert: tls.certificate }, (request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `https://${request.headers.host}`)
    const address = url.host + url.pathname
    const hits = address.endsWith('/g/collect') ? parseHits(url, await text(request)) : []
    const visitor = hits[0]?.visitor ?? request.headers['user-agent']?.split(' ').at(-1) ?? ''
    arrivals.push({ visitor, address, hits })
    if (isBlocked) return void request.socket.destroy()
    if (hits.length > 0) return void response.writeHead(204).end()
    if (address !== tagScript)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(emptyPage)
    await ready
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
    response.end(script.replace('{visitor}', visitor))
  }

  const port = await listen(server)

  return {
    /** The SHA-256 of the public key that a browser has to trust. */
    keyHash: createHash('sha256').update(publicKeyOf(tls.certificate)).digest('base64'),
    /** The hosts that a browser has to find here, with the port. */
    hosts: { '*.googletagmanager.com': port, '*.google-analytics.com': port },
    /** The addresses a visitor has requested so far. */
    requests: (visitor: string) =>
      arrivals.filter((arrival) => arrival.visitor === visitor).map(({ address }) => address),
    /** A visitor's hits so far by page, in the order sent. */
    hits(visitor: string): Hit[] {
      const all = arrivals.filter((arrival) => arrival.visitor === visitor).flatMap(({ hits }) => hits)
      const pages = [...new Set(all.map(({ page }) => page))]
      return pages.flatMap((page) =>
        all.filter((hit) => hit.page === page).sort((one, other) => one.number - other.number),
      )
    },
    /** Holds the script; returns how to release it. */
    hold(): () => void {
      let release = () => undefined as unknown
      ready = new Promise((resolve) => {
        release = resolve
      })
      return () => void release()
    },
    /** Breaks every connection, as a blocker does. */
    block(): void {
      isBlocked = true
    },
    /** Ends all faults. */
    mend(): void {
      ready = Promise.resolve()
      isBlocked = false
    },
    stop(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

function publicKeyOf(certificate: string): Buffer {
  return new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
}

const emptyPage = '<!doctype html><title>A page of somebody else</title>'
