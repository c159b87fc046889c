/** Two instances behind the nginx of docs/hosts/vps.md, one of which is replaced after the other while people write. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'
import { expect } from '@playwright/test'
import { createTlsIdentity } from '../support/google/certificates'
import { startNginx } from '../support/nginx'
import { reservePort } from '../support/port'
import { type Site, startSite } from '../support/site'
import { type Person, test } from '../support/world'

/** Fewer saves than a person may make in a minute. */
const pauseMs = 600

test('reads and writes lose nothing while both instances are replaced', async ({ world }) => {
  test.setTimeout(240_000)
  const ports = [await reservePort(), await reservePort()] as const
  const env = { ...world.environment, TRUSTED_PROXIES: '1', SHUTDOWN_DELAY: '1s' }
  const all: Site[] = []
  const start = async (n: 0 | 1) => {
    const site = await startSite({ env, port: ports[n] })
    all.push(site)
    return site
  }
  const sites: [Site, Site] = [await start(0), await start(1)]
  const nginx = await startNginx(ports, await createTlsIdentity())
  const people = await Promise.all(Array.from({ length: 12 }, () => world.signIn()))
  let isOver = false
  const lost: string[] = []
  const acknowledged = new Map<string, string>()
  let responses = 0

  async function write(person: Person) {
    const id = randomUUID()
    for (let version = 0; !isOver; version += 1) {
      const text = `words of save ${version}`
      const body = { title: '', text, base: version || null, userId: person.userId }
      const save = () => ask(nginx.url, person, { method: 'PUT', path: `/api/notes/${id}`, body })
      // Browsers send a save again until it is answered.
      for (let status = await save(); status !== 200; status = await save()) {
        lost.push(`save ${version}: ${status}`)
        if (status !== 502 && status !== 503) return
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      acknowledged.set(id, text)
      responses += 1
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  async function read(person: Person) {
    while (!isOver) {
      for (const path of ['/app', '/terms', '/api/session']) {
        const status = await ask(nginx.url, person, { method: 'GET', path })
        if (status !== 200) lost.push(`${path}: ${status}`)
        responses += 1
      }
    }
  }

  const busy = people.map((person, n) => (n < 6 ? write(person) : read(person)))
  for (const n of [0, 1] as const) {
    expect(await sites[n].stop()).toBe(0)
    sites[n] = await start(n)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  isOver = true
  await Promise.all(busy)
  await nginx.close()
  for (const site of sites) await site.stop()
  // A busy machine keeps an instance from its database for seconds, and only saves that are sent again are kept then.
  const isOverloaded = all.some((site) => site.records().some(({ event }) => event === 'database.went-away'))
  expect(lost.filter((failure) => !(isOverloaded && /: 50[23]$/.test(failure)))).toEqual([])
  expect(responses).toBeGreaterThan(50)
  for (const [id, text] of acknowledged)
    expect(await world.query('select text from notes where id = $1', [id])).toEqual([{ text }])
})

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })

type Request = { method: string; path: string; body?: object }

/** The status, or the code of a network error. */
function ask(url: string, { cookie }: Person, { method, path, body }: Request): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { host: 'www.foyer.test', cookie: `__session=${cookie}` }
    const asked = request(new URL(path, url), { method, agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', (error: NodeJS.ErrnoException) => resolve(`answer: ${error.code}`))
    })
    asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asked.end(body && JSON.stringify(body))
  })
}
