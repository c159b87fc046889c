/** A built site that runs in production mode with one session in its embedded database, and tells what it uses. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import ms from 'ms'
import * as v from 'valibot'
import { routes } from '../../lib/site/routes'
import { openChild } from '../start/children'
import { freePort } from '../start/ports'
import { isAnswering, requireReady } from '../start/readiness'
import type { Shutdown } from '../start/shutdown'
import { requireNext } from '../start/site'
import { measuredEnvironment } from './environment'
import type { MeasuredSession } from './measured-session'
import { runPart } from './part'

export type Usage = v.InferOutput<typeof usage>
export type Load = v.InferOutput<typeof load>
export type MeasuredSite = {
  /** Puts it under load with the session's cookie. Every answer has to be the page. */
  send(limit: Limit): Promise<Load>
  usage(): Promise<Usage>
  /** Asks once for the page, with a cookie or without. */
  visit(cookie: string | null): Promise<{ status: number; html: string }>
}
type Limit = { seconds: number } | { requests: number }

const usage = v.object({
  heapBytes: v.number(),
  externalBytes: v.number(),
  /** CPU time of the process, before and after the collection that goes before the count. */
  cpuMsBefore: v.number(),
  cpuMsAfter: v.number(),
})
const load = v.object({
  answers: v.number(),
  seconds: v.number(),
  medianMs: v.number(),
  unexpected: v.array(v.tuple([v.number(), v.number()])),
})

export const connections = 16

/** Starts the site that is built in the folder. It ends with the shutdown. */
export async function openMeasuredSite(
  folder: string,
  session: MeasuredSession,
  shutdown: Shutdown,
): Promise<MeasuredSite> {
  const files = await mkdtemp(path.join(tmpdir(), 'foyer-measured-'))
  shutdown.open(() => ({ close: () => rm(files, { recursive: true, force: true }) }))
  const environment = measuredEnvironment(session, { DATA_DIR: files })
  const id = await keepSession(session, environment)
  const port = await freePort()
  const report = path.join(files, 'usage')
  const child = shutdown.open(() =>
    openChild({
      run: [requireNext(), 'start', '--port', String(port), '--hostname', '127.0.0.1'],
      folder,
      environment: {
        ...environment,
        NODE_OPTIONS: `--import=${probe}?report=${pathToFileURL(report).href}`,
        MEASURED_SESSION: JSON.stringify(liveSession(session, id)),
      },
      showLine: () => false,
      keptLines: 50,
      closeWithinMs: ms('5s'),
    }),
  )
  const url = new URL(routes.app, `http://127.0.0.1:${port}`)
  await requireReady({
    name: 'The measured site',
    child,
    isReady: () => isAnswering(url),
    withinMs: ms('1m'),
  })
  return {
    send: (limit) => sendRequests({ url: url.href, cookie: session.cookie, connections, limit }, environment),
    usage: () => readUsage(child.processId, report),
    visit: async (cookie) => {
      const headers = cookie ? { cookie: `__session=${cookie}` } : {}
      const response = await fetch(url, { headers, redirect: 'manual' })
      return { status: response.status, html: await response.text() }
    },
  }
}

const probe = pathToFileURL(path.join(import.meta.dirname, 'probe.mjs')).href

/** What the check would find, for the site that has none. */
function liveSession({ userId, email, openedAt, expiresAt }: MeasuredSession, id: string) {
  const openedSeconds = openedAt.getTime() / 1000
  return {
    ...{ id, userId, email, emailVerified: true, openedAt },
    ...{ authenticatedAt: openedSeconds, issuedAt: openedSeconds, expiresAt: expiresAt.getTime() / 1000 },
  }
}

async function keepSession(session: MeasuredSession, environment: NodeJS.ProcessEnv): Promise<string> {
  const input = { ...session, cookies: [session.cookie] }
  const [id = ''] = await runPart({ name: 'keep-session', input, environment, output: v.array(v.string()) })
  return id
}

async function sendRequests(input: object, environment: NodeJS.ProcessEnv): Promise<Load> {
  const sent = await runPart({ name: 'send-requests', input, environment, output: load })
  const [first] = sent.unexpected
  if (first) throw new Error(`${first[1]} of ${sent.answers} answers had the status ${first[0]}.`)
  return sent
}

async function readUsage(processId: number | undefined, report: string): Promise<Usage> {
  if (processId === undefined) throw new Error('The measured site does not run.')
  await rm(report, { force: true })
  process.kill(processId, 'SIGUSR2')
  while (!existsSync(report)) await delay(50)
  return v.parse(usage, JSON.parse(await readFile(report, 'utf8')))
}
