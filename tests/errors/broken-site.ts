/** The site with pages that fail, built once a worker, and what one finds in its log. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildEditedCopy } from '@/scripts/measure/edited-copy'
import { freePort } from '@/scripts/start/ports'
import { test as base } from '../fixtures'
import { brokenEdits, brokenPages } from './broken-pages'

export type LogLine = Record<string, unknown>
export type BrokenSite = {
  url: string
  /** All that stands on stdout so far; throws if a line is no JSON. */
  records(): LogLine[]
  /** All that stands on stderr so far. */
  output(): string
  stop(): Promise<void>
}

/** Starts the built copy as `next start` does; its settings are those of nobody. */
export async function startBroken(folder: string, env: Record<string, string> = {}): Promise<BrokenSite> {
  const port = await freePort()
  const program = join(process.cwd(), 'node_modules', 'next', 'dist', 'bin', 'next')
  const child = spawn(
    process.execPath,
    [program, 'start', '--port', String(port), '--hostname', '127.0.0.1'],
    {
      cwd: folder,
      env: { ...environment(), DATA_DIR: mkdtempSync(join(folder, 'rows-')), ...env },
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
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null) throw new Error(`The broken site did not start:\n${output}`)
  }
  return {
    url,
    records: () => lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)),
    output: () => output,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

/** Tests of the broken site; `brokenFolder` is where it is built. */
export const test = base.extend<object, { brokenFolder: string; broken: BrokenSite }>({
  brokenFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'foyer-broken-'))
      try {
        const options = { edits: brokenEdits, additions: brokenPages, environment: environment() }
        buildEditedCopy({ projectFolder: process.cwd(), folder, ...options })
        await use(folder)
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  broken: [
    async ({ brokenFolder }, use) => {
      const site = await startBroken(brokenFolder)
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ broken }, use) => use(broken.url),
})

function environment(): NodeJS.ProcessEnv {
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

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/config`)).ok
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    await new Promise((resolve) => setTimeout(resolve, 100))
    return false
  }
}
