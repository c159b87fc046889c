/** What a server answers under load, and what that costs it. */
import { once } from 'node:events'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import autocannon from 'autocannon'
import type { Server } from './servers'

export type Target = {
  server: Server
  path: string
  cookie?: string | undefined
  /** Without it the answer isn't compressed, which would hide what the pages themselves cost. */
  acceptEncoding?: string
}

export type Load = { perSecond: number; cpuMsPerRequest: number }

/** Ten connections for whole seconds, or until as many requests. Throws unless every answer is a success. */
export async function load(target: Target, until: { duration: number } | { amount: number }): Promise<Load> {
  const { server, path } = target
  const before = await server.usage()
  const options = {
    ...{ url: server.url + path, headers: headersOf(target), connections: 10 },
    // Foyer closes a connection after as many requests, which autocannon wouldn't notice.
    reconnectRate: 1_000,
  }
  const { requests, duration, non2xx, errors } = await autocannon({ ...options, ...until })
  const after = await server.usage()
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} answers of another status, ${errors} errors`)
  // Requests that are under way at the end have cost something, too.
  const cpuMsPerRequest = (after.cpuMs - before.cpuMs) / requests.sent
  return { perSecond: requests.total / duration, cpuMsPerRequest }
}

/** The size of a page's HTML. */
export async function pageBytes(target: Target): Promise<number> {
  const request = get(target.server.url + target.path, { headers: headersOf(target) })
  const [response] = await once(request, 'response')
  if (response.statusCode !== 200) throw new Error(`${target.path} answered ${response.statusCode}`)
  return (await buffer(response)).length
}

/** As a browser requests a page. */
function headersOf({ cookie, acceptEncoding }: Target) {
  return {
    accept: 'text/html',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    ...(cookie && { cookie }),
    ...(acceptEncoding && { 'accept-encoding': acceptEncoding }),
  }
}
