/** Requests one after the other on a few connections, for a time: what a server answers, and what it costs it. */
import { Agent, get } from 'node:http'
import type { Server } from './servers'

export type Target = {
  server: Server
  path: string
  cookie?: string | undefined
  /** None, if it isn't said: compression would cover up what the pages themselves cost. */
  acceptEncoding?: string
}

export type Load = { perSecond: number; cpuMsPerRequest: number }

const connections = 10

/** As a browser asks for a page. */
const browserHeaders = {
  accept: 'text/html',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
}

/** Asks for this long, or this many times. Throws if an answer is no 200. */
export async function load(target: Target, until: { forMs?: number; most?: number }): Promise<Load> {
  const { forMs = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY } = until
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const before = await target.server.usage()
  const begin = performance.now()
  let count = 0
  const worker = async () => {
    while (performance.now() - begin < forMs && count < most) {
      count += 1
      await ask(target, agent)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - begin) / 1_000
  const after = await target.server.usage()
  agent.destroy()
  return { perSecond: count / seconds, cpuMsPerRequest: (after.cpuMs - before.cpuMs) / count }
}

/** The size of a page's HTML, in bytes. */
export async function pageBytes(target: Target): Promise<number> {
  const agent = new Agent()
  const bytes = await ask(target, agent)
  agent.destroy()
  return bytes
}

function ask({ server, path, cookie, acceptEncoding }: Target, agent: Agent): Promise<number> {
  const headers = {
    ...browserHeaders,
    ...(cookie && { cookie }),
    ...(acceptEncoding && { 'accept-encoding': acceptEncoding }),
  }
  return new Promise((resolve, reject) => {
    get(new URL(path, server.url), { agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${path} answered ${response.statusCode}`)),
      )
      response.on('error', reject)
    }).on('error', reject)
  })
}
