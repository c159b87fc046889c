/**
 * A stand-in for the two hosts of Google's tag, which serves this folder's `gtag.js` and collects its hits, and a browser that
 * finds it there. It uses TLS and the real host names, so that the site's policies apply.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { test as base, browserArguments } from '../browser'
import { createTlsIdentity } from '../google/certificates'
import { listen } from '../ports'

type WorkerFixtures = { tagServer: TagServer }

export type Visit = {
  /** Everything requested from Google so far: host and path. */
  requests(): string[]
  hits(): Hit[]
  /**
   * The page's hits before a probe that this sends now, which shows that the tag works.
   */
  hitsUntilNow(page: Page): Promise<{ hits: Hit[]; probe: Hit }>
}

let visitors = 0

export const tagFixtures = base.extend<{ visit: Visit }, WorkerFixtures>({
  tagServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from it
    async ({}, use) => {
      const server = await startTagServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, tagServer }, use) => {
      const { hosts, keyHash } = tagServer
      // `ignoreHTTPSErrors` doesn't cover what a page sends while it is left.
      const trust = `--ignore-certificate-errors-spki-list=${keyHash}`
      await use({ ...launchOptions, args: [...browserArguments(hosts), trust] })
    },
    { scope: 'worker' },
  ],
  userAgent: async ({ browser }, use) => {
    visitors += 1
    const version = browser.version()
    await use(`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${version} Visitor/${visitors}`)
  },
  /** For every test: no hit may be sent before consent mode has its defaults. */
  visit: [
    async ({ tagServer, userAgent }, use) => {
      const visitor = userAgent?.split(' ').at(-1) ?? ''
      const hits = () => tagServer.hits(visitor)
      await use({
        requests: () => tagServer.requests(visitor),
        hits,
        hitsUntilNow: (page) => probe(page, hits),
      })
      tagServer.mend()
      expect(hits().filter(({ isDefaultLate }) => isDefaultLate)).toEqual([])
    },
    { auto: true },
  ],
})

let probes = 0

async function probe(page: Page, hits: () => Hit[]): Promise<{ hits: Hit[]; probe: Hit }> {
  probes += 1
  const name = `probe_${probes}`
  // The tag sends nothing before its configuration or while it's off; a grant switches it on after the paint.
  await page.waitForFunction(() => {
    const switches = Object.keys(window).filter((name) => name.startsWith('ga-disable-'))
    const isOff = switches.some((name) => Reflect.get(window, name) === true)
    return !isOff && Array.from(window.dataLayer ?? []).some((command) => command[0] === 'config')
  })
  await page.evaluate((event) => window.gtag?.('event', event), name)
  const find = () => hits().find((hit) => hit.name === name)
  await expect.poll(find, { message: `${name} arrives`, intervals: [20] }).toBeDefined()
  const found = find() as Hit
  const ofPage = () => hits().filter((hit) => hit.page === found.page && hit.number <= found.number)
  await expect.poll(() => ofPage().length, { intervals: [20] }).toBe(found.number)
  return { hits: ofPage().filter((hit) => !hit.name.startsWith('probe_')), probe: found }
}

type TagServer = Awaited<ReturnType<typeof startTagServer>>

/**
 * The visitor is the last word of the user agent, which the test sets, or named in the hits: what a page sends while it is
 * left has the browser's own user agent.
 */
type Arrival = { visitor: string; address: string; hits: Hit[] }

export const tagScript = 'www.googletagmanager.com/gtag/js'

/** Listens on a free port of this machine. */
async function startTagServer() {
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

/** A hit of the tag. Google Analytics 4 takes several in a body, one per line. */
export type Hit = {
  visitor: string
  name: string
  /** Of ads, analytics, user data and personalization the default, and the update: `denied>granted`. */
  signals: string
  /** The page's URL and referrer. */
  location: string
  referrer: string
  /** The event's own parameters. */
  parameters: Record<string, string>
  /** The page load, and the hit's number within it. */
  page: string
  number: number
  /** The page's cookies at that time. */
  cookies: string[]
  heldMs: number
  /** Whether a default came after the first measurement. */
  isDefaultLate: boolean
  /** Whether the tag sent it by itself after a grant. */
  isAutomatic: boolean
  /** All of it, as it was sent. */
  wire: string
}

function parseHits(url: URL, body: string): Hit[] {
  return body.split('\n').map((line) => parseHit(line, url))
}

function parseHit(line: string, { search }: URL): Hit {
  const parameters = Object.fromEntries(new URLSearchParams(line))
  const take = (name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new Error(`A hit has no ${name}: ${line}`)
    return value
  }
  return {
    visitor: take('standin.visitor'),
    name: take('en'),
    signals: take('standin.signals'),
    location: take('dl'),
    referrer: take('dr'),
    parameters: eventParameters(parameters),
    page: take('_p'),
    number: Number(take('_s')),
    cookies: take('standin.cookies')
      .split(' ')
      .filter((name) => name !== ''),
    heldMs: Number(take('standin.held')),
    isDefaultLate: take('standin.late') === 'true',
    isAutomatic: 'gcu' in parameters,
    wire: decodeURIComponent(`${search}&${line}`),
  }
}

/** An event's parameters start with `ep.`, numbers with `epn.`. */
function eventParameters(parameters: Record<string, string>): Record<string, string> {
  const entries = Object.entries(parameters).map(([name, value]) => [/^epn?\.(.*)$/.exec(name)?.[1], value])
  return Object.fromEntries(entries.filter(([name]) => name !== undefined))
}
