/** Programs that tests need: found on this machine, or installed from Debian's packages where that is allowed. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** The paths of these names in the folders of PATH. */
export function onSearchPath(names: readonly string[], environment: Environment = process.env): string[] {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

/** Whether the program runs: some systems have a placeholder that only says where to get it. */
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

/** Installs Debian packages without their recommendations, as root; returns whether that worked. */
export function installPackages(...names: string[]): boolean {
  if (!isRoot()) return false
  console.log(`Installing ${names.join(', ')}.`)
  const install = ['install', '-y', '--no-install-recommends', ...names]
  // Without a network it says so within seconds.
  const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']
  return attempt('apt-get', [...patience, 'update']) && attempt('apt-get', [...patience, ...install])
}

/** Runs a program for five minutes at most and shows its output; returns whether it succeeded. */
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

/** The server program of this name, installed if it must be and may be. Debian has such where only root looks. */
export function requireProgram(name: string, debianPackage: string): string {
  const find = () => [...onSearchPath([name]), `/usr/sbin/${name}`].find(isExecutable)
  const found = find() ?? (installPackages(debianPackage) ? find() : null)
  if (found) return found
  throw new Error(`The tests need ${name}. Install it: apt-get install ${debianPackage}.`)
}
