import { type Agent, agents, bots } from '../support/agents'
import { expect } from '../support/fixtures'
import { singleRecords } from '../support/log'
import type { LogLine, Site } from '../support/site'

const everybody = Object.keys(agents) as Agent[]
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
export const requestIdOf = ({ headers }: Response) => headers.get('x-request-id') ?? ''

/** What an agent got, and the one line that the log has of it. */
type Answer = { isBot: boolean; response: Response; body: string; record: LogLine; reference: string }

/** Requests a path as each agent, with a trace and a query that no log line may have. */
export async function fetchAsEverybody(site: Site, path: string): Promise<Answer[]> {
  const url = `${site.url}${path}${path.includes('?') ? '&' : '?'}secret=kept-out`
  const responses = await Promise.all(
    everybody.map((agent) => {
      const headers = { 'user-agent': agents[agent], accept: 'text/html', traceparent }
      return fetch(url, { headers, redirect: 'manual' })
    }),
  )
  const records = await singleRecords(site, responses.map(requestIdOf))
  const bodies = await Promise.all(responses.map((response) => response.text()))
  return responses.map((response, index) => {
    const [agent, record = {}] = [everybody[index], records[index]]
    const isBot = agent !== undefined && bots.includes(agent)
    const reference = requestIdOf(response).slice(0, 13)
    expect(record, agent).toMatchObject({ reference, traceparent, status: response.status })
    expect([agent, record.bot !== false]).toEqual([agent, isBot])
    expect(JSON.stringify(record)).not.toContain('kept-out')
    const sent = `${[...response.headers]} ${bodies[index]}`.replaceAll('%20', ' ')
    expect(sent).not.toContain('inner cause')
    return { isBot, response, body: bodies[index] ?? '', record, reference }
  })
}
