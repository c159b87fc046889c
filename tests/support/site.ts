/** The site as `npm start` runs it, on ports of its own, with none of the developer's settings. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { freePort } from '@/scripts/start/ports'
import { newDataDir } from './data-dir'
import { startCommand } from './start-command'

export type SiteOptions = {
  /** Settings, on top of the ports and the data folder. */
  env?: Record<string, string>
  /** An empty folder, or the one of an earlier site; without it, one of its own that goes with the site. */
  dataDir?: string
  /** For the start command, such as `--export-seconds=1`. */
  parameters?: string[]
}

export type Site = {
  url: string
  emulatorUrl: string
  processId: number
  /** Of the database it shares; null if it has one of its own. */
  databaseUrl: string | null
  /** The log so far; and as it was written. */
  records(): Record<string, unknown>[]
  lines(): readonly string[]
  /** What the person was told so far. */
  output(): string
  /** Signals the start command alone, and returns its exit code once it is gone; null after a SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** A start under way, for tests of starts that fail. */
export type Launch = Site & { ended: Promise<number | null>; isReady(): boolean }

/** Starts the site and waits until it can be used. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const launch = await launchSite(options)
  while (!launch.isReady()) {
    const ended = await Promise.race([launch.ended, pause(50)])
    if (ended !== 'waiting') throw new Error(`The site did not start (${ended}):\n${launch.output()}`)
  }
  return launch
}

export async function launchSite({ env = {}, dataDir, parameters = [] }: SiteOptions = {}): Promise<Launch> {
  const port = await freePort()
  const emulatorUrl = `http://127.0.0.1:${await freePort()}`
  const folder = dataDir ?? (await newDataDir())
  const environment: Record<string, string | undefined> = {
    ...ownEnvironment(),
    PORT: String(port),
    AUTH_EMULATOR_URL: emulatorUrl,
    DATA_DIR: folder,
    ...env,
  }
  const child = spawn(process.execPath, [...startCommand, ...parameters], {
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(child, 'close').then(async ([code]) => {
    if (!dataDir) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    return code as number | null
  })
  return {
    url: `http://127.0.0.1:${port}`,
    emulatorUrl,
    processId: child.pid ?? 0,
    databaseUrl: env.DATABASE_URL ?? null,
    records: () => lines.map((line) => JSON.parse(line)),
    lines: () => lines,
    output: () => output,
    isReady: () => output.includes('Foyer is running'),
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** Next's own mark that the `.env` files have been read keeps the developer's out, too. */
function ownEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, TMPDIR, __NEXT_PROCESSED_ENV: 'true' }
}

function pause(waitMs: number): Promise<'waiting'> {
  return new Promise((resolve) => setTimeout(() => resolve('waiting'), waitMs))
}
