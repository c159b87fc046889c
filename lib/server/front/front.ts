import 'server-only'
/**
 * What only the process that serves can do, before Next: bounds on what strangers' requests cost, refusals of those that
 * Next fails on, request IDs and the socket's address, compressed files from memory, and shutdown. It starts from
 * instrumentation, so it stands before `next start` and standalone as before `npm start`; `FRONT=off` leaves it out.
 *
 * Nothing is patched: Node's diagnostics channels announce servers and requests, and on these the front sets only what Node
 * documents: listeners, the limits below, and a request's headers, method and URL.
 */
import { subscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { siteConfig } from '@/lib/config/config'
import { detectBot, maxAgentLength } from '@/lib/errors/bots'
import { personalHeaders, plainHeaders, policyHeader } from '@/lib/http/security-headers'
import { responsePolicy } from '@/lib/http/standalone'
import { forBots } from '@/lib/server/http/not-found'
import { type OpenRequest, servers, trackRequest } from '@/lib/server/http/requests'
import { runInRequest } from '@/lib/server/log/log'
import { readBuiltFiles, serveBuiltFile } from './built-files'
import { type Refusal, refusalOf } from './refusal'

/** From now on handles every request before Next, and reports each completed response. No handler reads a longer body. */
export async function startFront(maxBytes: number, report: (request: OpenRequest) => void): Promise<void> {
  // Covers connections that never send a request.
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket & { server: unknown } }
    guardServer(socket.server, maxBytes)
  })
  subscribe('http.server.request.start', (message) => {
    const { server, request, response } = message as RequestStart
    // The connection may predate our subscription.
    guardServer(server, maxBytes)
    abortUnreadBody(request, response)
    trackRequest(request, response, report)
  })
  if (!siteConfig().isDevelopment) await readBuiltFiles()
}

type RequestStart = { server: Server; request: IncomingMessage; response: ServerResponse }

/** Node checks every 30 s, so headers are cut off by 45 s and a whole request by 60 s. */
const limits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  /** Idle connections, such as a client that never reads its response: Node has no limit for those. */
  timeout: 60_000,
  /** Clients can pipeline requests without waiting for responses; nginx has the same limit. */
  maxRequestsPerSocket: 1_000,
} as const

/** Grace for the rest of a body after its response: an immediate cutoff may lose the response. */
const unreadBodyGraceMs = 2_000

/** Puts the guards in front of a server: its listeners only get admitted requests. */
export function guardServer(server: unknown, maxBodyBytes: number): void {
  if (!(server instanceof Server) || servers.has(server)) return
  servers.add(server)
  if (!siteConfig().isDevelopment) {
    Object.assign(server, limits)
    ignoreUpgrades(server)
  }
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  const forward: RequestListener = (request, response) =>
    runInRequest(request, () => {
      for (const listener of listeners) listener.call(server, request, response)
    })
  server.on('request', (request, response) => {
    if (admits(request, response, maxBodyBytes) && !serveBuiltFile(request, response))
      forward(request, response)
  })
  // Otherwise Node sends 100 Continue even for requests we refuse.
  server.on('checkContinue', (request, response) => {
    if (!admits(request, response, maxBodyBytes)) return
    response.writeContinue()
    forward(request, response)
  })
}

/**
 * Removes Next's upgrade listener, which never answers or closes unknown upgrades: each leaked a socket.
 * Without one, Node treats an upgrade as a plain request. Development keeps it for hot reload.
 */
function ignoreUpgrades(server: Server): void {
  server.removeAllListeners('upgrade')
  server.on('newListener', (event) => {
    if (event === 'upgrade') queueMicrotask(() => server.removeAllListeners('upgrade'))
  })
}

/** Whether the request goes to Next; if not, it's refused here. */
function admits(request: IncomingMessage, response: ServerResponse, maxBodyBytes: number): boolean {
  const { public: site, isDevelopment } = siteConfig()
  if (!isDevelopment) dropNextHeaders(request)
  shortenUserAgent(request)
  const refusal = refusalOf(request, { isEmulated: site.emulatorUrl !== null, isDevelopment, maxBodyBytes })
  if (refusal) refuse(response, refusal)
  return refusal === null
}

/**
 * Drops headers that only parts of Next send each other, or its older router: `x-middleware-prefetch` alone turns pages and
 * endpoints into `{}` with 200. Next drops only some of them; our router sends none.
 */
function dropNextHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (nextHeaders.test(name)) delete headers[name]
}

const nextHeaders =
  /^(x-(middleware|invoke|next|nextjs|now|prerender)-|x-matched-path$|x-action-forwarded$|next-resume$)/

/** Next matches it by a pattern that takes quadratic time: seconds for 15 KB. */
function shortenUserAgent({ headers }: IncomingMessage): void {
  const { 'user-agent': agent } = headers
  if (agent !== undefined && agent.length > maxAgentLength)
    headers['user-agent'] = agent.slice(0, maxAgentLength)
}

function refuse(response: ServerResponse, { status, headers = {}, body = '' }: Refusal): void {
  const isBot = detectBot(response.req.headers['user-agent'] ?? null) !== null
  const content = isBot ? '' : body
  const closed = { ...Object.fromEntries(plainHeaders), [policyHeader]: responsePolicy() }
  const length = { 'content-length': Buffer.byteLength(content), ...(isBot && status === 404 && forBots) }
  response.writeHead(status, { ...personalHeaders, ...closed, ...length, ...headers }).end(content)
}

/** Cuts off a body that still arrives after its response: Node would read and discard it forever. */
function abortUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    const cutOff = () => request.complete || request.socket.destroy()
    if (!request.complete) setTimeout(cutOff, unreadBodyGraceMs).unref()
  })
}
