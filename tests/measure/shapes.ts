/**
 * What long headers and targets cost the server, beside their short twins: each part of a request that we or Next
 * match, split or parse, in shapes that patterns are slow on. On Linux alone, where the kernel tells processor time.
 */
import { once } from 'node:events'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { scriptsOf } from '../support/builds/page-scripts'
import { type Foyer, startFoyer } from './servers'
import { type Row, rowOf } from './table'

const maxAddedMs = 50
const sizes = [2_000, 4_000, 8_000, 15_000]
const twinSize = 16
/** What takes as long isn't tried longer. */
const hopelessMs = 500

const shapes = [...'a 1 - / ; , %41 " [ (a) {"a": a- a& &'.split(' '), ' ', 'a, ', 'a=1; ']

type Route = { kind: string; path: string; method?: string; headers?: OutgoingHttpHeaders }

/** Puts a text of this shape into a request. */
type Position = { name: string; place: (route: Route, text: string) => Route }

type Measured = {
  route: Route
  position: Position
  shape: string
  size: number
  status: number
  /** Processor time above the short twin. */
  ms: number
}

export async function measureShapes(): Promise<Row[]> {
  const host = 'www.foyer.test'
  const foyer = await startFoyer({ ownHost: host })
  const { ask, close } = createClient(foyer, host)
  try {
    const found: Measured[] = []
    for (const route of routesOf(foyer)) {
      console.error(`Measuring: ${route.kind}`)
      for (const position of positions)
        for (const shape of shapes) {
          const cost = (size: number) => ask(position.place(route, long(shape, size)))
          const twin = await cost(twinSize)
          for (const size of sizes) {
            let { ms, status } = await cost(size)
            // Another process may have been in the way.
            for (let round = 0; round < 3 && isSuspicious(ms - twin.ms); round++)
              ms = Math.min(ms, (await cost(size)).ms)
            found.push({ route, position, shape, size, status, ms: ms - twin.ms })
            if (ms > hopelessMs) break
          }
        }
    }
    console.error(`${found.length} requests beside their twins`)
    return worstOf(found).map(({ route, position, shape, size, ms, status }) => {
      const what = `${route.kind}: ${position.name} of ${size} B, \`${shape.trim()}\` repeated (${status})`
      return rowOf({ what, unit: 'ms more', foyer: ms, goal: { atMost: maxAddedMs } })
    })
  } finally {
    close()
    await foyer.stop()
  }
}

/** Sends one request at a time, each from an address of its own, as limits count by address. */
function createClient({ url, processorMs }: Foyer, host: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let sent = 0
  const ask = async ({ path, method = 'GET', headers }: Route): Promise<{ ms: number; status: number }> => {
    const { port } = new URL(url)
    const from = `10.${(++sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
    const front = { 'x-forwarded-for': from, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
    const agentHeader = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' }
    const before = processorMs()
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
    return { ms: processorMs() - before, status }
  }
  return { ask, close: () => agent.destroy() }
}

/** The worst of each position, and of those ten. */
function worstOf(found: readonly Measured[]): Measured[] {
  const worst = new Map(found.toSorted((a, b) => a.ms - b.ms).map((each) => [each.position, each]))
  return [...worst.values()].toSorted((a, b) => b.ms - a.ms).slice(0, 10)
}

function routesOf({ cookies: [cookie = ''] }: Foyer): Route[] {
  const [script = ''] = scriptsOf('.next', '/')
  return [
    { kind: 'static page', path: '/terms' },
    { kind: 'dynamic page', path: '/login' },
    { kind: 'guarded page', path: '/app/account', headers: { cookie } },
    { kind: 'redirect', path: '/app' },
    { kind: 'handler', path: '/api/health' },
    { kind: 'post', path: '/api/session', method: 'POST', headers: { authorization: 'Bearer a' } },
    { kind: 'error report', path: '/api/errors', method: 'POST' },
    { kind: 'unknown path', path: '/no/such/page' },
    { kind: 'built file', path: `/_next/${script}` },
    { kind: 'Firebase proxy', path: '/__/auth/handler' },
    { kind: 'payload', path: '/terms/_payload.json' },
  ]
}

const positions: readonly Position[] = [
  {
    name: 'path',
    place: (route, text) => ({ ...route, path: `${route.path}/${text.replaceAll(' ', '+')}` }),
  },
  {
    name: 'query',
    place: (route, text) => ({ ...route, path: `${route.path}?${text.replaceAll(' ', '+')}` }),
  },
  {
    name: 'parameter next',
    place: (route, text) => ({ ...route, path: `${route.path}?next=/app?${encodeURIComponent(text)}` }),
  },
  ...[
    ...['user-agent', 'user-agent: Mozilla/5.0 (', 'user-agent: Mozilla/5.0 (X11) AppleWebKit/'],
    ...['cookie', 'cookie: __session=', 'authorization', 'authorization: Bearer ', 'host'],
    ...['accept', 'accept-encoding', 'accept-language', 'cache-control', 'content-type'],
    ...['content-type: multipart/form-data; boundary=', 'origin', 'referer', 'referer: http://localhost/'],
    ...[
      'forwarded',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-port',
      'x-real-ip',
    ],
    ...[
      'if-none-match',
      'if-modified-since',
      'range',
      'range: bytes=',
      'if-range',
      'expect',
      'upgrade',
      'te',
    ],
    ...['traceparent', 'traceparent: 00-', 'tracestate', 'baggage', 'x-cloud-trace-context', 'x-request-id'],
    ...['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-purpose', 'purpose', 'service-worker'],
    ...['rsc', 'next-action', 'next-url', 'next-router-state-tree', 'next-router-prefetch', 'x-nextjs-data'],
    ...[
      'next-router-segment-prefetch',
      'next-hmr-refresh',
      'next-router-stale-time',
      'x-middleware-prefetch',
    ],
    ...['content-security-policy', "content-security-policy: script-src 'nonce-", 'content-encoding'],
    ...['x-http-method-override', 'x-foyer-renewal', 'x-foyer-attempt', 'x-foyer-other'],
  ].map((entry): Position => {
    const [name = '', prefix = ''] = entry.split(/: ?/, 2)
    return {
      name: entry,
      place: (route, text) => ({ ...route, headers: { ...route.headers, [name]: prefix + text } }),
    }
  }),
  {
    name: 'rsc request, next-router-state-tree',
    place: (route, text) => ({
      ...route,
      headers: { ...route.headers, rsc: '1', 'next-router-state-tree': text },
    }),
  },
  {
    name: 'headers of their own',
    place: (route, text) => ({ ...route, headers: { ...route.headers, ...manyHeaders(text) } }),
  },
]

/** As many headers as fit, with values of two letters. */
function manyHeaders(text: string): OutgoingHttpHeaders {
  const pairs = text.match(/.{1,12}/g) ?? []
  return Object.fromEntries(pairs.map((part, place) => [`x-${place}`, part.slice(0, 2).trim()]))
}

function isSuspicious(ms: number): boolean {
  return ms > maxAddedMs / 4 && ms < hopelessMs
}

function long(shape: string, size: number): string {
  return shape.repeat(Math.ceil(size / shape.length)).slice(0, size)
}
