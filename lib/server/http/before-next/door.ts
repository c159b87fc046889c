import 'server-only'
/** What a stranger's connections and requests may cost; each bound stands here with the attack that it answers. */
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
import { siteConfig } from '@/lib/config/config'
import { botOf } from '@/lib/errors/bots'
import { personalHeaders } from '@/lib/http/security-headers'
import { isMistakenByNext, type Refusal, refusalOf } from './refusal'

/** Node looks for what is late every 30 s, so a head ends within 45 s and a request with its body within 60 s. */
const limits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  /** A connection on which nothing moves, such as a client that does not read its answer, for which Node has no limit. */
  timeout: 60_000,
  /** Requests of one connection, which a client may send without waiting for answers: as many as nginx takes. */
  maxRequestsPerSocket: 1_000,
} as const

/** How long the rest of a body may still arrive after its answer: one that is cut off at once may lose that answer. */
const restOfBodyMs = 2_000

/** The HTTP servers of this process. */
export const servers = new Set<Server>()

/** Takes its place in front of a server: only what it admits reaches those who listen so far. */
export function guardServer(server: unknown): void {
  if (!(server instanceof Server) || servers.has(server)) return
  servers.add(server)
  if (!siteConfig().isDevelopment) {
    Object.assign(server, limits)
    answerUpgradesAsHttp(server)
  }
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (admits(request, response)) for (const listener of listeners) listener.call(server, request, response)
  })
  // Else Node itself asks for the body, also of a request that is refused.
  server.on('checkContinue', (request, response) => {
    if (!admits(request, response)) return
    response.writeContinue()
    for (const listener of listeners) listener.call(server, request, response)
  })
}

/**
 * Next listens for upgrades, but neither answers nor closes those that it does not know: each kept a socket for ever. With
 * no listener Node takes an upgrade for the plain request that it is, too. In development hot reload needs it.
 */
function answerUpgradesAsHttp(server: Server): void {
  server.removeAllListeners('upgrade')
  server.on('newListener', (event) => {
    if (event === 'upgrade') queueMicrotask(() => server.removeAllListeners('upgrade'))
  })
}

/** Whether the request goes on to Next; else it is answered. */
function admits(request: IncomingMessage, response: ServerResponse): boolean {
  const { public: site, isDevelopment } = siteConfig()
  const refusal = refusalOf(request, { isEmulated: site.emulatorUrl !== null, isDevelopment })
  if (refusal ? isForPerson(request, refusal) : isMistakenByNext(request.url ?? '')) {
    leadNowhere(request)
    return true
  }
  if (refusal) refuse(response, refusal)
  return refusal === null
}

/** A browser that has sent a form to an unknown address shows what comes back: the 404 page, as everywhere. */
function isForPerson({ headers }: IncomingMessage, { status }: Refusal): boolean {
  return status === 404 && headers['sec-fetch-dest'] === 'document'
}

/** Next has nothing there, and draws its 404 page. What was sent is not for it. */
function leadNowhere(request: IncomingMessage): void {
  request.url = '/_unknown'
  if (request.method !== 'HEAD') request.method = 'GET'
  delete request.headers['content-length']
  delete request.headers['transfer-encoding']
}

function refuse(response: ServerResponse, { status, headers = {}, body = '' }: Refusal): void {
  const isBot = botOf(response.req.headers['user-agent'] ?? null) !== null
  const said = isBot ? '' : body
  const length = { 'content-length': Buffer.byteLength(said) }
  const forBots = isBot && status === 404 ? { 'x-robots-tag': 'noindex' } : {}
  response.writeHead(status, { ...personalHeaders, ...length, ...forBots, ...headers }).end(said)
}

/** After its answer Node reads on, and throws away what it reads, for as long as the client likes. */
export function endRestOfBody(request: IncomingMessage, response: ServerResponse): void {
  const cutOff = () => {
    if (!request.complete) request.socket.destroy()
  }
  response.once('finish', () => {
    if (!request.complete) setTimeout(cutOff, restOfBodyMs).unref()
  })
}
