/** What is made once for a run of the tests, however many workers it has. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** How the workers find it: set before they start, see `data-dir` and `global-setup`. */
export const runVariables = {
  folder: 'FOYER_TEST_FOLDER',
  emulator: 'FOYER_TEST_EMULATOR',
  gapi: 'FOYER_TEST_GAPI',
} as const

/**
 * The settings of a site at this host whose provider is this run's Auth emulator; none where no run has one. The emulator is
 * named by the same host, as browsers keep separate storage for each.
 */
export function emulatorOfRun(host: Host): Record<string, string> {
  const given = process.env[runVariables.emulator]
  if (!given) return {}
  const url = new URL(given)
  url.hostname = host
  return {
    USE_AUTH_EMULATOR: 'true',
    AUTH_EMULATOR_URL: url.origin,
    FIREBASE_WEBAPP_CONFIG: JSON.stringify({
      apiKey: 'demo-api-key',
      authDomain: host,
      projectId: 'demo-foyer',
    }),
  }
}

/** How a site of the tests is asked for: at `localhost`, as with `npm start`, browsers allow passkeys. */
export type Host = '127.0.0.1' | 'localhost'

/** The port where this run's stand-in for Google's loader answers; none before it does. */
export function gapiOfRun(): number | null {
  const port = process.env[runVariables.gapi]
  return port ? Number(port) : null
}

/** The run's folder; null in a process that belongs to no run. It goes with the run. */
export function runFolder(): string | null {
  return process.env[runVariables.folder] ?? null
}

/** Has the folder of this name made by the first worker that asks for it; the others wait for it. */
export async function createOnce(name: string, make: (folder: string) => void): Promise<string> {
  const folder = join(runFolder() ?? '', name)
  const [done, failed] = [`${folder}.done`, `${folder}.failed`]
  if (claimMark(`${folder}.begun`)) {
    try {
      mkdirSync(folder)
      make(folder)
      writeFileSync(done, '')
    } catch (error) {
      writeFileSync(failed, String(error))
      throw error
    }
  }
  while (!existsSync(done)) {
    if (existsSync(failed)) throw new Error(`${name} could not be made; the worker that tried says why.`)
    await delay(200)
  }
  return folder
}

/** Whether nobody in this run has left this mark before. */
export function claimMark(mark: string): boolean {
  try {
    mkdirSync(mark)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
