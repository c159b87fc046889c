/** What all workers of a run share. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Set before the workers start, see `data-dir` and `global-setup`. */
export const runVariables = {
  folder: 'FOYER_TEST_FOLDER',
  emulator: 'FOYER_TEST_EMULATOR',
  gapi: 'FOYER_TEST_GAPI',
} as const

/**
 * The settings of a site at this host that uses the run's Auth emulator; none without one. The emulator's URL has the same
 * host, as browsers separate storage by host.
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

/** The host of a site: browsers allow passkeys at `localhost`, as with `npm start`. */
export type Host = '127.0.0.1' | 'localhost'

/** The port of the run's stand-in for Google's loader; null before it starts. */
export function gapiOfRun(): number | null {
  const port = process.env[runVariables.gapi]
  return port ? Number(port) : null
}

/** The run's folder, deleted with it; null outside a run. */
export function runFolder(): string | null {
  return process.env[runVariables.folder] ?? null
}

/** Has the first worker create the folder of this name; the others wait for it. */
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

/** Leaves a mark; returns whether it is the first in this run. */
export function claimMark(mark: string): boolean {
  try {
    mkdirSync(mark)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
