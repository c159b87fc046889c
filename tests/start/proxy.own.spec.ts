/** Two instances behind the nginx of docs/hosts/vps.md, one of which is replaced after the other while people write. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { createTlsIdentity, type TlsIdentity } from '../support/google/certificates'
import { reservePort } from '../support/port'
import { isRoot, requireProgram, startServer } from '../support/programs'
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

/** Starts nginx with the configuration of docs/hosts/vps.md, but for addresses and files, in front of these ports. */
async function startNginx(
  ports: readonly [number, number],
  tls: TlsIdentity,
): Promise<{ url: string; close(): Promise<void> }> {
  const program = requireProgram('nginx', 'nginx-light')
  const folder = await mkdtemp(join(tmpdir(), 'foyer-nginx-'))
  const port = await reservePort()
  await writeFile(join(folder, 'certificate'), tls.certificate)
  await writeFile(join(folder, 'key'), tls.key)
  const site = (await siteOfDocs())
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/certificate;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key;`)
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, site))
  const command = [program, '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')]
  return { url: `https://127.0.0.1:${port}`, close: await startServer(command, { port, folder }) }
}

async function siteOfDocs(): Promise<string> {
  const [, site] = /```nginx\n(.*?)```/s.exec(await readFile('docs/hosts/vps.md', 'utf8')) ?? []
  if (!site) throw new Error('docs/hosts/vps.md has no configuration of nginx')
  return site
}

/** Keeps everything nginx writes in the folder. */
function configuration(folder: string, site: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const places = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')
  const user = isRoot() ? 'user root;\n' : ''
  return `${user}daemon off;
pid ${folder}/pid;
error_log ${folder}/errors;
events {}
http {
access_log off;
${places}
${site}}
`
}
