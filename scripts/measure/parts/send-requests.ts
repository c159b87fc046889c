/** Asks for one page again and again over kept connections, for some time or until it has been sent often enough. */
import { Agent, get } from 'node:http'
import * as v from 'valibot'
import { parseInput } from '../part'

const input = v.object({
  url: v.string(),
  cookie: v.string(),
  connections: v.number(),
  limit: v.union([v.object({ seconds: v.number() }), v.object({ requests: v.number() })]),
})

async function sendRequests(): Promise<void> {
  const { url, cookie, connections, limit } = parseInput(input)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { cookie: `__session=${cookie}`, accept: 'text/html' }
  const durationsMs: number[] = []
  const unexpected = new Map<number, number>()
  const startedAt = performance.now()
  let sent = 0
  const isOver = () =>
    'requests' in limit ? sent >= limit.requests : performance.now() - startedAt >= limit.seconds * 1000

  async function sendOneByOne(): Promise<void> {
    while (!isOver()) {
      sent += 1
      const sentAt = performance.now()
      const status = await statusOf(url, agent, headers)
      durationsMs.push(performance.now() - sentAt)
      if (status !== 200) unexpected.set(status, (unexpected.get(status) ?? 0) + 1)
    }
  }

  await Promise.all(Array.from({ length: connections }, sendOneByOne))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  const [medianMs] = durationsMs.sort((a, b) => a - b).slice(Math.floor(durationsMs.length / 2))
  console.log(JSON.stringify({ answers: durationsMs.length, seconds, medianMs, unexpected: [...unexpected] }))
}

/** The status, once the whole answer has come. */
function statusOf(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0)).once('error', reject)
    }).once('error', reject)
  })
}

void sendRequests()
