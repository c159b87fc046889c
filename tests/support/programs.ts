/** Programs that tests need: found on this machine, or installed from Debian's packages where that is allowed. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where programs of these names would be, in the order of the search path. */
export function onSearchPath(names: readonly string[], environment: Environment = process.env): string[] {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

/** Some systems have a program of the right name that only says where to get the real one: so it is run. */
export function runs(path: string): boolean {
  if (!isExecutable(path)) return false
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 && /\d+\.\d+/.test(stdout)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/** Whether Debian's packages of these names are installed now, with nothing that they only recommend. Only root may. */
export function installPackages(...names: string[]): boolean {
  if (!isRoot()) return false
  console.log(`Installing ${names.join(', ')}.`)
  const install = ['install', '-y', '--no-install-recommends', ...names]
  return attempt('apt-get', ['update']) && attempt('apt-get', install)
}

/** Whether the program ended well within five minutes. What it says is shown. */
export function attempt(program: string, parameters: string[]): boolean {
  const options: SpawnSyncOptions = {
    stdio: 'inherit',
    timeout: 5 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const { status, error } = spawnSync(program, parameters, options)
  if (error) console.log(`${program} did not run: ${error.message}`)
  return status === 0
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}
