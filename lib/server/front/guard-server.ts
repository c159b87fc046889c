import 'server-only'
/** Guards a server before Next: limits on what untrusted requests may cost, and the first responses. */
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
import { siteConfig } from '@/lib/config/config'
import { detectBot, maxAgentLength } from '@/lib/errors/bots'
import { personalHeaders, plainHeaders, policyHeader } from '@/lib/http/security-headers'
import { responsePolicy } from '@/lib/http/standalone'
import { serverConfig } from '@/lib/server/config'
import { originOf, servers } from '@/lib/server/http/requests'
import { runInRequest } from '@/lib/server/log/log'
import { answerBrokenRequests } from './broken-requests'
import { serveBuiltFile } from './built-files'
import { redirectToLocalhost } from './local-name'
import { type Refusal, refusalOf } from './refusal'

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
export function guardServer(server: unknown): void {
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
    if (!admits(request, response)) return
    if (!serveBuiltFile(request, response)) forward(request, response)
  })
  if (!siteConfig().isDevelopment) answerBrokenRequests(server)
  // Otherwise Node sends 100 Continue even for requests we refuse.
  server.on('checkContinue', (request, response) => {
    if (!admits(request, response)) return
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
function admits(request: IncomingMessage, response: ServerResponse): boolean {
  const { public: site, isDevelopment } = siteConfig()
  if (!isDevelopment) dropNextHeaders(request)
  shortenUserAgent(request)
  const refusal =
    refusalOf(request, { isEmulated: site.emulatorUrl !== null, isDevelopment }) ??
    (serverConfig().isEmbedded ? redirectToLocalhost(request, originOf(request)) : null)
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
  const length = { 'content-length': Buffer.byteLength(content) }
  const forBots = isBot && status === 404 ? { 'x-robots-tag': 'noindex' } : {}
  const closed = { ...Object.fromEntries(plainHeaders), [policyHeader]: responsePolicy() }
  response
    .writeHead(status, { ...personalHeaders, ...closed, ...length, ...forBots, ...headers })
    .end(content)
}

/** Cuts off a body that still arrives after its response: Node would read and discard it forever. */
export function abortUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const cutOff = () => {
    if (!request.complete) request.socket.destroy()
  }
  response.once('finish', () => {
    if (!request.complete) setTimeout(cutOff, unreadBodyGraceMs).unref()
  })
}
