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

export async function measureShapes(): Promise<Row[]> {
  const host = 'www.foyer.test'
  const foyer = await startFoyer(host)
  const { ask, close } = createClient(foyer, host)
  const worst = new Map<string, { what: string; ms: number }>()
  try {
    for (const route of routesOf(foyer)) {
      console.error(`Measuring: ${route.kind}`)
      for (const [position, place] of Object.entries(positions))
        for (const shape of shapes) {
          const cost = (size: number) =>
            ask(place(route, shape.repeat(Math.ceil(size / shape.length)).slice(0, size)))
          const twin = await cost(twinSize)
          for (const size of sizes) {
            let { ms, status } = await cost(size)
            // Another process may have been in the way.
            for (let round = 0; round < 3 && isSuspicious(ms - twin.ms); round++)
              ms = Math.min(ms, (await cost(size)).ms)
            const what = `${route.kind}: ${position} of ${size} B, \`${shape.trim()}\` repeated (${status})`
            if (ms - twin.ms >= (worst.get(position)?.ms ?? 0))
              worst.set(position, { what, ms: ms - twin.ms })
            if (ms > hopelessMs) break
          }
        }
    }
  } finally {
    close()
    await foyer.stop()
  }
  const ten = [...worst.values()].toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  return ten.map(({ what, ms }) => rowOf({ what, unit: 'ms more', foyer: ms, goal: { atMost: maxAddedMs } }))
}

const isSuspicious = (ms: number) => ms > maxAddedMs / 4 && ms < hopelessMs

/** Sends one request at a time, each from an address of its own, as limits count by address. */
function createClient({ url, processorMs }: Foyer, host: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let sent = 0
  const ask = async ({ path, method = 'GET', headers }: Route): Promise<{ ms: number; status: number }> => {
    const from = `10.${(++sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
    const front = { 'x-forwarded-for': from, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
    const agentHeader = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' }
    const before = processorMs()
    const call = request({
      ...{ host: '127.0.0.1', port: new URL(url).port, path, method, agent, insecureHTTPParser: true },
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

function routesOf({ cookie }: Foyer): Route[] {
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

/** Headers by name, some with how their value begins. */
const headers = [
  'user-agent: Mozilla/5.0 (',
  'user-agent: Mozilla/5.0 (X11) AppleWebKit/',
  'cookie: __session=',
  'authorization: Bearer ',
  'content-type: multipart/form-data; boundary=',
  'referer: http://localhost/',
  'range: bytes=',
  'traceparent: 00-',
  "content-security-policy: script-src 'nonce-",
  ...`user-agent cookie authorization content-type referer range traceparent content-security-policy host accept
    accept-encoding accept-language cache-control origin forwarded x-forwarded-for x-forwarded-host x-forwarded-proto
    x-forwarded-port x-real-ip if-none-match if-modified-since if-range expect upgrade te tracestate baggage
    x-cloud-trace-context x-request-id sec-fetch-dest sec-fetch-mode sec-fetch-site sec-purpose purpose service-worker rsc
    next-action next-url next-router-state-tree next-router-prefetch next-router-segment-prefetch next-hmr-refresh
    next-router-stale-time x-nextjs-data x-middleware-prefetch content-encoding x-http-method-override x-foyer-renewal
    x-foyer-attempt x-foyer-other`.split(/\s+/),
]

/** Each puts a text of a shape into a request. */
const positions: Record<string, (route: Route, text: string) => Route> = {
  path: (route, text) => ({ ...route, path: `${route.path}/${text.replaceAll(' ', '+')}` }),
  query: (route, text) => ({ ...route, path: `${route.path}?${text.replaceAll(' ', '+')}` }),
  'parameter next': (route, text) => ({
    ...route,
    path: `${route.path}?next=/app?${encodeURIComponent(text)}`,
  }),
  ...Object.fromEntries(
    headers.map((entry) => {
      const [name = '', prefix = ''] = entry.split(/: ?/, 2)
      return [entry, (route: Route, text: string) => withHeaders(route, { [name]: prefix + text })]
    }),
  ),
  'rsc request, next-router-state-tree': (route, text) =>
    withHeaders(route, { rsc: '1', 'next-router-state-tree': text }),
  // As many as fit, with values of two letters.
  'headers of their own': (route, text) => {
    const parts = text.match(/.{1,12}/g) ?? []
    const pairs = parts.map((part, place) => [`x-${place}`, part.slice(0, 2).trim()])
    return withHeaders(route, Object.fromEntries(pairs))
  },
}

function withHeaders(route: Route, headers: OutgoingHttpHeaders): Route {
  return { ...route, headers: { ...route.headers, ...headers } }
}
