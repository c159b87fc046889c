/** The measured servers: Foyer as `npm start` runs it in production, and a bare Next app with pages of the same size. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { paths } from '@/lib/site/routes'
import { isAnswering } from '../../scripts/start/ports'
import { buildBareApp } from '../support/builds/bare-app'
import { type Google, startGoogle } from '../support/google/google'
import { reservePort } from '../support/ports'
import { descendantsOf } from '../support/processes'
import { postToken, sessionCookieOf } from '../support/requests'
import { buildEnvironment, type Site, spawnSite, startByCommand } from '../support/site'

export type Server = {
  url: string
  /** The processor time of all its threads since it started. On Linux alone, where the kernel tells it. */
  processorMs(): number
  /** What its process holds in memory, in MB. On Linux alone. */
  memoryMb(): number
  stop(): Promise<unknown>
}

/** Foyer, and the session cookie of its only account. */
export type Foyer = Server & { cookie: string }

/** This build by `npm start` in production: real signatures, a stand-in for Google; at a host of its own behind a proxy. */
export async function startFoyer(ownHost?: string, settings: NodeJS.Dict<string> = {}): Promise<Foyer> {
  const google = await startGoogle()
  const { email } = google.accounts.add('ada@example.com', 'correct horse', { validSinceSeconds: 0 })
  const behind = ownHost ? behindProxy(google.environment, ownHost) : {}
  const env = { ...google.environment, ...behind, ...settings, NODE_ENV: 'production' }
  const site = await startByCommand({ env })
  const opened = await postToken(site, await google.idToken(email))
  const stop = async () => {
    await site.stop()
    await google.stop()
  }
  return { ...asServer(site), cookie: `__session=${sessionCookieOf(opened).value}`, stop }
}

/** With sign-in by Google, so that the site serves Firebase's pages. */
function behindProxy({ FIREBASE_WEBAPP_CONFIG }: Google['environment'], authDomain: string) {
  const config = JSON.stringify({ ...JSON.parse(FIREBASE_WEBAPP_CONFIG), authDomain })
  return { FIREBASE_WEBAPP_CONFIG: config, AUTH_PROVIDERS: 'google', TRUSTED_PROXIES: '1' }
}

async function startBare(folder: string): Promise<Server> {
  const port = String(await reservePort())
  const next = resolve('node_modules', 'next', 'dist', 'bin', 'next')
  const program = [next, 'start', '--port', port, '--hostname', '127.0.0.1']
  const url = `http://localhost:${port}`
  const launch = spawnSite({ program, folder, environment: buildEnvironment(), ownData: null, url })
  while (!(await isAnswering(new URL(url)))) await delay(100)
  return asServer(launch)
}

/** The server among the processes of a start command. */
function asServer({ url, processId, stop }: Site): Server {
  const server = descendantsOf(processId).find(({ command }) => command.startsWith('next-server'))
  const folder = `/proc/${server?.id ?? processId}/task`
  const processorMs = () =>
    readdirSync(folder)
      .map((thread) => Number.parseInt(readFileSync(`${folder}/${thread}/schedstat`, 'utf8'), 10))
      .reduce((sum, nanoseconds) => sum + nanoseconds / 1_000_000, 0)
  const memoryMb = () => {
    const status = readFileSync(`/proc/${server?.id ?? processId}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
  }
  return { url, processorMs, memoryMb, stop }
}

export type Target = { server: Server; path: string; cookie?: string | undefined }

const measuredPages = [
  ...[paths.home, paths.terms, paths.privacy, paths.contact].map((path) => ({ path, isDynamic: false })),
  ...[paths.login, paths.app].map((path) => ({ path, isDynamic: true })),
]

export type Bench = {
  /** The page of Foyer, and the bare one of its size. */
  pairOf(path: string): { own: Target; bare: Target }
  close(): Promise<void>
}

/** Starts Foyer, builds the bare app to its sizes, and starts it. */
export async function startBench(): Promise<Bench> {
  const foyer = await startFoyer()
  const ownOf = (path: string): Target => ({
    ...{ server: foyer, path, cookie: path === paths.app ? foyer.cookie : undefined },
  })
  const wanted = []
  for (const page of measuredPages) wanted.push({ ...page, htmlBytes: await pageBytes(ownOf(page.path)) })
  const app = buildBareApp(wanted)
  const bare = await startBare(app.folder)
  return {
    pairOf: (path) => ({ own: ownOf(path), bare: { server: bare, path } }),
    close: async () => {
      await bare.stop()
      app.remove()
      await foyer.stop()
    },
  }
}

/** The size of a page's HTML, without compression. */
async function pageBytes(target: Target): Promise<number> {
  const request = get(target.server.url + target.path, { headers: navigationHeaders(target) })
  const [response] = await once(request, 'response')
  if (response.statusCode !== 200) throw new Error(`${target.path} answered ${response.statusCode}`)
  return (await buffer(response)).length
}

/** As a browser requests a page. */
export function navigationHeaders({ cookie }: Target) {
  return {
    accept: 'text/html',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    ...(cookie && { cookie }),
  }
}
