/** A build served as `next start` does, on a port of its own or on that of another: with settings of nobody. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@/scripts/start/ports'
import { isAnswering } from '@/scripts/start/readiness'

export type LogLine = Record<string, unknown>
export type BuiltSite = {
  url: string
  /** All that stands on stdout so far; throws if a line is no JSON. */
  records(): LogLine[]
  /** All that stands on stderr so far. */
  output(): string
  stop(): Promise<void>
}

/** Starts the build in this folder; its rows go with it. */
export async function startBuilt(
  folder: string,
  { port: wanted, env = {} }: { port?: number; env?: Record<string, string> } = {},
): Promise<BuiltSite> {
  const port = wanted ?? (await freePort())
  const rows = mkdtempSync(join(tmpdir(), 'foyer-rows-'))
  const program = join(process.cwd(), 'node_modules', 'next', 'dist', 'bin', 'next')
  const child = spawn(
    process.execPath,
    [program, 'start', '--port', String(port), '--hostname', '127.0.0.1'],
    {
      cwd: folder,
      env: { ...buildEnvironment(), DATA_DIR: rows, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const url = `http://127.0.0.1:${port}`
  const ended = once(child, 'close')
  const deadline = Date.now() + startWithinMs
  while (!(await isAnswering(new URL('/api/config', url)))) {
    if (child.exitCode !== null) throw new Error(`The site did not start:\n${output}`)
    if (Date.now() > deadline) {
      child.kill()
      throw new Error(`The site did not answer within ${startWithinMs / 1_000} seconds:\n${output}`)
    }
    await delay(100)
  }
  return {
    url,
    records: () => lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)),
    output: () => output,
    stop: async () => {
      child.kill()
      await ended
      rmSync(rows, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const startWithinMs = 60_000

/** For a build and what is started from it: nothing of the developer's settings. */
export function buildEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    NODE_ENV: 'production',
    __NEXT_PROCESSED_ENV: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
  }
}
