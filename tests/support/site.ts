/** Starts a build: like `npm start` on a free port without the developer’s settings, or by that very command. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import * as brand from '@/lib/site/brand'
import { isAnswering } from '../../scripts/start/ports'
import { reservePort } from './ports'
import { quickStart, startCommand } from './processes'
import { createDataDir, emulatorOfRun, type Host } from './run'

export type SiteOptions = {
  /** Without a provider's settings it uses the run's emulator. */
  env?: Record<string, string>
  /** An empty folder, or an earlier site's; by default a new one, deleted with the site. */
  dataDir?: string
  /** The build's folder, by default the project's. */
  folder?: string
  /** The folder of Next's standalone output, whose server then runs. */
  standalone?: string
  port?: number
  /** At `localhost` it redirects from the IP address, as with `npm start`. */
  host?: Host
}

export type LogLine = Record<string, unknown>

export type Site = {
  url: string
  emulatorUrl: string
  processId: number
  /** Of its PostgreSQL; null with the embedded database. */
  databaseUrl: string | null
  /** The log so far, parsed or as it was written. */
  records(): LogLine[]
  lines(): readonly string[]
  /** The output so far that isn't log. */
  output(): string
  /** Sends a signal; resolves to the exit code, null after SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** A site that is starting. */
export type Launch = Site & { ended: Promise<number | null> }

/** Starts the site and waits until it can be used. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const launch = await launchSite(options)
  return untilReady(launch, () => isAnswering(new URL('/api/config', launch.url)))
}

/** Throws if it ends before, or isn't ready within three minutes. */
async function untilReady(launch: Launch, isReady: () => boolean | Promise<boolean>): Promise<Site> {
  const deadline = Date.now() + startWithinMs
  while (!(await isReady())) {
    const ended = await Promise.race([launch.ended, delay(50, 'waiting' as const)])
    if (ended !== 'waiting') throw new Error(`The site did not start (${ended}):\n${launch.output()}`)
    if (Date.now() < deadline) continue
    await launch.stop('SIGKILL')
    throw new Error(`The site was not ready within ${startWithinMs / 1_000} seconds:\n${launch.output()}`)
  }
  return launch
}

const startWithinMs = 180_000

export async function launchSite(options: SiteOptions = {}): Promise<Launch> {
  const { env = {}, dataDir, standalone, folder = standalone ?? process.cwd(), host = '127.0.0.1' } = options
  const port = String(options.port ?? (await reservePort()))
  const rows = dataDir ?? (await createDataDir({ isEmpty: Boolean(env.DATABASE_URL) }))
  const provider = 'FIREBASE_WEBAPP_CONFIG' in env ? {} : emulatorOfRun(host)
  const program = standalone ? ['server.js'] : [next, 'start', '--port', port, '--hostname', '127.0.0.1']
  const address = { PORT: port, HOSTNAME: '127.0.0.1' }
  const environment = { ...buildEnvironment(), ...provider, ...address, DATA_DIR: rows, ...env }
  const ownData = dataDir ? null : rows
  return spawnSite({
    program: [quickStart, ...program],
    folder,
    environment,
    ownData,
    url: `http://${host}:${port}`,
  })
}

const next = join(process.cwd(), 'node_modules', 'next', 'dist', 'bin', 'next')

type Program = {
  program: readonly string[]
  folder: string
  environment: NodeJS.ProcessEnv
  /** A folder to delete with the site; null if its data stay. */
  ownData: string | null
  url: string
}

/** Runs Node, and splits its output into log records and words for people. */
export function spawnSite({ program, folder, environment, ownData, url }: Program): Launch {
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const lines: string[] = []
  let output = ''
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) lines.push(line)
    else output += `${line}\n`
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(child, 'close').then(async ([code]) => {
    running.delete(child)
    if (ownData) await rm(ownData, { recursive: true, force: true, maxRetries: 5 })
    return code as number | null
  })
  return {
    url,
    emulatorUrl: environment.AUTH_EMULATOR_URL ?? '',
    processId: child.pid ?? 0,
    databaseUrl: environment.DATABASE_URL ?? null,
    records: () => lines.map((line) => JSON.parse(line)),
    lines: () => lines,
    output: () => output,
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** Sites that end with this process. */
const running = new Set<{ kill(signal: NodeJS.Signals): unknown }>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** The environment of a build and its site, which stops without a delay. */
export function buildEnvironment(): NodeJS.ProcessEnv {
  return {
    ...bareEnvironment(),
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    SHUTDOWN_DELAY: '0s',
  }
}

/** What every process needs, without settings: Next skips `.env` files it believes to have read. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, TMPDIR, __NEXT_PROCESSED_ENV: 'as they stand' } as unknown as NodeJS.ProcessEnv
}

/** A start under way, for tests of starts that fail. */
export type CommandLaunch = Launch & { isReady(): boolean }

export type StartOptions = Pick<SiteOptions, 'env' | 'dataDir'> & { isDevelopment?: boolean }

/** Runs the start command, and waits until it prints that the site is running. */
export async function startByCommand(options: StartOptions = {}): Promise<Site> {
  const launch = await launchByCommand(options)
  return untilReady(launch, launch.isReady)
}

/** Runs the start command with its own emulator, unless `env` names a provider. */
export async function launchByCommand(options: StartOptions = {}): Promise<CommandLaunch> {
  const { env = {}, dataDir, isDevelopment } = options
  const port = String(await reservePort())
  const folder = dataDir ?? (await createDataDir())
  const emulator = `http://localhost:${await reservePort()}`
  const launch = spawnSite({
    program: isDevelopment ? [...startCommand, '--dev'] : startCommand,
    folder: process.cwd(),
    environment: {
      ...bareEnvironment(),
      PORT: port,
      AUTH_EMULATOR_URL: emulator,
      DATA_DIR: folder,
      SHUTDOWN_DELAY: '0s',
      ...env,
    },
    ownData: dataDir ? null : folder,
    url: `http://localhost:${port}`,
  })
  return { ...launch, isReady: () => launch.output().includes(`${brand.name} is running`) }
}
