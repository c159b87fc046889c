/** The stand-in's TLS server: counts requests, and fails on demand. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { listen } from '../ports'
import type { TlsIdentity } from './certificates'
import { answerOf, type EndpointName, endpointAt } from './endpoints'
import { type Answer, type Call, type Project, refusal } from './project'

/** `silent` never answers, `reset` breaks the connection off, `{ afterMs }` is slow, `{ status }` answers so. */
export type Fault = 'silent' | 'reset' | { afterMs: number } | { status: number }

type Heard = { name: EndpointName; url: URL; headers: IncomingMessage['headers'] }

/** An endpoint for one person only. */
type Concern = `${EndpointName} of ${string}`

/** Listens on a free port of this machine. */
export async function startServer(tls: TlsIdentity, project: Project) {
  const counts = new Map<EndpointName, number>()
  const faults = new Map<EndpointName | Concern, Fault>()
  const heard: Heard[] = []
  const strays: string[] = []

  const server = createServer({ key: tls.key, cert: tls.certificate }, (request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') return reply(request, response, { status: 204, body: null })
    const url = new URL(request.url ?? '/', `https://${request.headers.host}`)
    const address = `${request.method} ${url.host}${url.pathname}`
    const [name, endpoint] = endpointAt(address, project) ?? []
    if (!name || !endpoint) {
      strays.push(address)
      return reply(request, response, refusal('NOT_FOUND', 404))
    }
    heard.push({ name, url, headers: request.headers })
    counts.set(name, (counts.get(name) ?? 0) + 1)
    const call = parseCall(await text(request), request, url)
    const fault = faults.get(`${name} of ${subjectOf(call)}`) ?? faults.get(name)
    if (fault === 'silent') return
    if (fault === 'reset') return void request.socket.destroy()
    if (fault && 'status' in fault) return reply(request, response, refusal('INTERNAL_ERROR', fault.status))
    if (fault) await pause(fault.afterMs)
    reply(request, response, await answerOf(endpoint, call, project))
  }

  const port = await listen(server)

  return {
    port,
    /** How often an endpoint was called. */
    requests: (name: EndpointName) => counts.get(name) ?? 0,
    /** The requests of an endpoint. */
    heard: (name: EndpointName) => heard.filter((request) => request.name === name),
    /** Requested addresses that aren't in the map. */
    strayRequests: () => [...strays],
    /** Makes endpoints fail until they are mended. */
    fail(fault: Fault, ...names: EndpointName[]): void {
      for (const name of names) faults.set(name, fault)
    },
    /** Makes them fail for this person only, so that tests of faults can run in parallel. */
    failFor(userId: string, fault: Fault, ...names: EndpointName[]): void {
      for (const name of names) faults.set(`${name} of ${userId}`, fault)
    },
    /** Ends all faults. */
    mend: () => faults.clear(),
    /** Refuses connections, and breaks open ones. */
    goAway(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
    /** Listens again, on the same port. */
    comeBack: () => listen(server, port),
  }
}

/** The user ID of a call by the Admin SDK. */
function subjectOf({ body: { localId, idToken } }: Call): string {
  const [userId] = Array.isArray(localId) ? localId : [localId]
  return String(userId ?? (typeof idToken === 'string' ? decodeJwt(idToken).sub : undefined))
}

function parseCall(body: string, { headers }: IncomingMessage, url: URL): Call {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return {
    body: isForm ? Object.fromEntries(new URLSearchParams(body)) : parseJson(body),
    apiKey: url.searchParams.get('key'),
    bearer: headers.authorization?.replace(/^Bearer /, '') ?? null,
    query: url.searchParams,
  }
}

function parseJson(body: string): Record<string, unknown> {
  const value: unknown = body === '' ? {} : JSON.parse(body)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Every response allows the site's origin (CORS), as Google's do. */
function reply({ headers }: IncomingMessage, response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    'Content-Type': 'application/json; charset=UTF-8',
    'Access-Control-Allow-Origin': headers.origin ?? '*',
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
    ...answer.headers,
  })
  response.end(answer.page ?? (answer.body === null ? undefined : JSON.stringify(answer.body)))
}
