/**
 * A stand-in for Google's identity services, to test the built site in production mode without a network: real TLS, real
 * RS256 signatures, an unmodified Admin SDK. `environment` points a process at it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { decodeJwt, type JWTPayload } from 'jose'
import { closeServer, listen } from '../ports'
import { createServiceAccount, createSigner, createTlsIdentity, type TlsIdentity } from './certificates'
import { signIn } from './client-api'
import { writeMail } from './codes'
import { answerOf, askAsPage, type EndpointName, endpointAt } from './endpoints'
import { type Answer, type Call, type Captcha, createAccounts, type Project, refusal } from './project'
import { nowSeconds, signIdToken, signSessionCookie } from './tokens'

export type Google = Awaited<ReturnType<typeof startGoogle>>

/** Starts a stand-in on a free port, with an empty project. */
export async function startGoogle(projectId = 'foyer-production-test') {
  const [tls, tokenSigner, cookieSigner] = await Promise.all([
    createTlsIdentity(),
    createSigner('securetoken.system.gserviceaccount.com'),
    createSigner('identitytoolkit.system.gserviceaccount.com'),
  ])
  const project: Project = {
    projectId,
    apiKey: 'AIzaStandInForGoogle',
    accounts: createAccounts(),
    serviceAccount: createServiceAccount(projectId),
    tokenSigner,
    cookieSigner,
    accessTokens: new Set(),
    authorizedDomains: [`${projectId}.firebaseapp.com`],
    secondFactors: { state: 'DISABLED' },
    captcha: null,
    codes: [],
    mails: [],
    behaviour: { importsDuplicates: true, customTokensMakeUsers: true, protectsAddresses: true },
  }
  const server = await startServer(tls, project)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-google-'))
  const authorityFile = join(folder, 'authority.pem')
  await writeFile(authorityFile, tls.authority)

  return {
    ...server,
    projectId,
    environment: environmentOf(project, server.port, authorityFile),
    accounts: project.accounts,
    authorizedDomains: project.authorizedDomains,
    mails: project.mails,
    /** Sends a mail to the account of this address, or to nobody's. */
    writeMail: (mail: Omit<Parameters<typeof writeMail>[1], 'owner'>) =>
      writeMail(project, {
        ...mail,
        owner: mail.requestType === 'EMAIL_SIGNIN' ? null : (project.accounts.byEmail(mail.email) ?? null),
      }),
    /** What the stand-in does where Google may do otherwise; tests change it. */
    behaviour: project.behaviour,
    tls,

    /** Sets the project's second factors, as the console does. */
    enableSecondFactors(secondFactors: Project['secondFactors']): void {
      project.secondFactors = secondFactors
    },

    /** Requires a captcha for sign-ins by email, as the console's switch does; null requires none. */
    enforceCaptcha(captcha: Captcha | null): void {
      project.captcha = captcha
    },

    /** Signs in as a browser would. Throws Google's error message. */
    async signIn(email: string, password: string): Promise<{ idToken: string; refreshToken: string }> {
      const { status, body } = await signIn(
        { body: { email, password }, apiKey: null, bearer: null },
        project,
      )
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body as { idToken: string; refreshToken: string }
    },
    /** Calls an endpoint as a browser would. */
    ask: (name: Parameters<typeof askAsPage>[0], body: Call['body']) => askAsPage(name, body, project),
    /** A correctly signed ID token of an account, with changed claims: `{ auth_time: 0 }`. */
    idToken(email: string, changes: JWTPayload = {}): Promise<string> {
      return signIdToken(
        { signer: tokenSigner, projectId },
        project.accounts.named(email),
        nowSeconds(),
        changes,
      )
    },
    /** A correctly signed session cookie that the site never minted: `{ exp: 0 }` for an expired one. */
    async sessionCookie(email: string, changes: JWTPayload = {}): Promise<string> {
      const account = project.accounts.named(email)
      const claims = { sub: account.id, aud: projectId, email, auth_time: nowSeconds() }
      return signSessionCookie({ signer: cookieSigner, projectId }, claims, 3600, changes)
    },
    /** Stops the server and deletes its files. */
    async stop(): Promise<void> {
      await server.goAway()
      await rm(folder, { recursive: true })
    },
  }
}

/** The environment of a site process; the empty variables override a developer's own. */
function environmentOf({ projectId, apiKey, serviceAccount }: Project, port: number, authorityFile: string) {
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(join(__dirname, 'redirect.mjs')).href}?port=${port}`,
    NODE_EXTRA_CA_CERTS: authorityFile,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify(serviceAccount.keyFile),
    FIREBASE_WEBAPP_CONFIG: JSON.stringify({ apiKey, projectId, authDomain: `${projectId}.firebaseapp.com` }),
    FIREBASE_AUTH_EMULATOR_HOST: '',
    USE_AUTH_EMULATOR: '',
    GOOGLE_APPLICATION_CREDENTIALS: '',
    SESSION_KEYS_URL: '',
    HTTPS_PROXY: '',
    https_proxy: '',
    HTTP_PROXY: '',
    http_proxy: '',
  }
}

/** `silent` never answers, `reset` breaks the connection off, `{ afterMs }` is slow, `{ status }` answers so. */
export type Fault = 'silent' | 'reset' | { afterMs: number } | { status: number }

/** Happens at each call of an endpoint, before its answer is made or after; a fault that it returns breaks that one call off. */
export type Interference = (when: 'before' | 'after', call: Call) => unknown

function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null) return value === 'silent' || value === 'reset'
  return 'status' in value || 'afterMs' in value
}

type Heard = { name: EndpointName; url: URL; headers: IncomingMessage['headers'] }

/** An endpoint for one person only. */
type Concern = `${EndpointName} of ${string}`

/** Listens on a free port of this machine. */
export async function startServer(tls: TlsIdentity, project: Project) {
  const faults = new Map<EndpointName | Concern, Fault>()
  const interferences = new Map<EndpointName, Interference>()
  const heard: Heard[] = []
  const heardAt = (name: EndpointName) => heard.filter((request) => request.name === name)
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
    const call = parseCall(await text(request), request, url)
    const fault = faults.get(`${name} of ${subjectOf(call)}`) ?? faults.get(name)
    const interfere = interferences.get(name)
    if (await isBrokenOff(fault ?? (await interfere?.('before', call)))) return
    const answer = await answerOf(endpoint, call, project)
    if (await isBrokenOff(await interfere?.('after', call))) return
    reply(request, response, answer)

    async function isBrokenOff(by: unknown): Promise<boolean> {
      if (!isFault(by)) return false
      if (by === 'silent') return true
      if (by === 'reset') return Boolean(request.socket.destroy())
      if ('afterMs' in by) await pause(by.afterMs)
      else reply(request, response, refusal('INTERNAL_ERROR', by.status))
      return 'status' in by
    }
  }

  const port = await listen(server)

  return {
    port,
    /** How often an endpoint was called. */
    requests: (name: EndpointName) => heardAt(name).length,
    /** The requests of an endpoint. */
    heard: heardAt,
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
    /** Lets something happen at each call of an endpoint. */
    interfere: (name: EndpointName, interference: Interference) => interferences.set(name, interference),
    /** Ends all faults and interferences. */
    mend(): void {
      faults.clear()
      interferences.clear()
    },
    /** Refuses connections, and breaks open ones. */
    goAway: () => closeServer(server),
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
