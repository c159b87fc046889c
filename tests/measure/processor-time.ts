/** The processor time that a server takes for a single request. On Linux alone, where the kernel tells it. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { Server } from './servers'

export type Route = { kind: string; path: string; method?: string; headers?: OutgoingHttpHeaders }

/** Sends one request at a time, each from an address of its own, as limits count by address. */
export function createClient({ url, processId }: Server, host: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let sent = 0
  const ask = async ({ path, method = 'GET', headers }: Route): Promise<{ ms: number; status: number }> => {
    const { port } = new URL(url)
    const from = `10.${(++sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
    const front = { 'x-forwarded-for': from, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
    const agentHeader = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' }
    const before = processorMs(processId)
    const call = request({
      ...{ host: '127.0.0.1', port, path, method, agent, insecureHTTPParser: true },
      headers: { 'content-length': 0, ...front, ...agentHeader, ...headers },
    })
    call.end()
    const status = await once(call, 'response').then(
      async ([response]: IncomingMessage[]) => {
        if (response) await once(response.resume(), 'close')
        return response?.statusCode ?? 0
      },
      () => 0,
    )
    return { ms: processorMs(processId) - before, status }
  }
  return { ask, close: () => agent.destroy() }
}

/** What all threads of a process have used. */
function processorMs(processId: number): number {
  const folder = `/proc/${processId}/task`
  const times = readdirSync(folder).map((id) =>
    Number.parseInt(readFileSync(`${folder}/${id}/schedstat`, 'utf8'), 10),
  )
  return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1_000_000
}
