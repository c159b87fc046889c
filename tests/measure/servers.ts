/** The measured servers: Foyer as `npm start` runs it in production, and a bare Next app. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { isAnswering } from '../../scripts/start/ports'
import { createDataDir } from '../support/data-dir'
import { type Google, startGoogle } from '../support/google/google'
import { reservePort } from '../support/port'
import { descendantsOf } from '../support/processes'
import { postToken, sessionCookieOf } from '../support/requests'
import { bareEnvironment, buildEnvironment, type Launch, spawnSite } from '../support/site'

export type Usage = v.InferOutput<typeof usageShape>

export type Server = {
  url: string
  processId: number
  /** What the server's process has used since it started, and its heap after a collection. */
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/** Foyer, and its accounts' session cookies, the first by itself. */
export type Foyer = Server & { cookie: string; cookies: readonly string[] }

type FoyerOptions = {
  emails?: readonly string[]
  /** Fills the folder of data before Foyer starts. */
  prepare?: (dataDir: string, userIds: readonly string[]) => Promise<void>
  /** The site's host and auth domain, behind a proxy. */
  ownHost?: string
}

/** This build by `npm start` in production: real signatures, a stand-in for Google, the embedded database. */
export async function startFoyer({
  emails = ['ada@example.com'],
  prepare = async () => undefined,
  ownHost,
}: FoyerOptions = {}): Promise<Foyer> {
  const google = await startGoogle()
  const port = await reservePort()
  const folder = await createDataDir()
  const newAccount = (email: string) => google.accounts.add(email, 'correct horse', { validSinceSeconds: 0 })
  const userIds = emails.map((email) => newAccount(email).id)
  await prepare(folder, userIds)
  const launch = spawnSite({
    program: [npmProgram(), 'start'],
    folder: process.cwd(),
    environment: measured({
      ...bareEnvironment(),
      ...google.environment,
      ...(ownHost && behindProxy(google.environment, ownHost)),
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
    }),
    ownData: folder,
    url: `http://localhost:${port}`,
  })
  await waitUntilReady(launch)
  const cookies: string[] = []
  for (const email of emails) {
    const opened = await postToken(launch, await google.idToken(email))
    cookies.push(`__session=${sessionCookieOf(opened).value}`)
  }
  return {
    ...asServer(launch),
    cookie: cookies[0] ?? '',
    cookies,
    stop: async () => {
      // The shell between npm and the command forwards no signal.
      const [command] = descendantsOf(launch.processId).filter(
        ({ command }) => command.includes('scripts/start.ts') && !command.startsWith('sh '),
      )
      if (command) process.kill(command.id, 'SIGTERM')
      await launch.ended
      await google.stop()
    },
  }
}

/** The bare app in this folder, built before. */
export async function startBare(folder: string): Promise<Server> {
  const port = await reservePort()
  const next = resolve('node_modules', 'next', 'dist', 'bin', 'next')
  const launch = spawnSite({
    program: [next, 'start', '--port', String(port), '--hostname', '127.0.0.1'],
    folder,
    environment: measured(buildEnvironment()),
    ownData: null,
    url: `http://localhost:${port}`,
  })
  await waitUntilReady(launch)
  return asServer(launch)
}

/** With sign-in by Google, so that the site serves Firebase's pages. */
function behindProxy({ FIREBASE_WEBAPP_CONFIG }: Google['environment'], authDomain: string) {
  const config = JSON.stringify({ ...JSON.parse(FIREBASE_WEBAPP_CONFIG), authDomain })
  return { FIREBASE_WEBAPP_CONFIG: config, AUTH_PROVIDERS: 'google', TRUSTED_PROXIES: '1' }
}

const usageShape = v.object({ cpuMs: v.number(), heapUsed: v.number(), rss: v.number() })

const folder = mkdtempSync(join(tmpdir(), 'foyer-usage-'))
process.once('exit', () => rmSync(folder, { recursive: true }))

function measured(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = pathToFileURL(resolve('tests', 'measure', 'usage.mjs'))
  const { NODE_OPTIONS: others = '' } = environment
  return { ...environment, NODE_OPTIONS: `${others} --import=${file.href}?folder=${folder}`.trim() }
}

/** The npm that runs this. */
export function npmProgram(): string {
  const { npm_execpath: program } = process.env
  if (!program) throw new Error('Run this by npm: npm run measure')
  return program
}

async function waitUntilReady(launch: Launch): Promise<void> {
  while (!(await isAnswering(new URL(launch.url)))) {
    const ended = await Promise.race([launch.ended, delay(100, 'waiting' as const)])
    if (ended !== 'waiting') throw new Error(`A server did not start (${ended}):\n${launch.output()}`)
  }
}

function asServer(launch: Launch): Server {
  const own = { id: launch.processId, command: 'next-server' }
  const server = [...descendantsOf(own.id), own].find(({ command }) => command.startsWith('next-server'))
  const { id } = server ?? own
  const file = join(folder, `${id}.json`)
  return {
    url: launch.url,
    processId: id,
    usage: async () => {
      rmSync(file, { force: true })
      process.kill(id, 'SIGUSR2')
      while (!existsSync(file)) await delay(20)
      return v.parse(usageShape, JSON.parse(readFileSync(file, 'utf8')))
    },
    stop: async () => {
      await launch.stop()
    },
  }
}
