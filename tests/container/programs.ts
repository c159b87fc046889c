/** Programs that build and run images without a daemon. */
import { spawnSync } from 'node:child_process'
import { isExecutable, isRoot, onSearchPath } from '../support/programs'

/** Throws with what this machine lacks. */
export function requireMachine(): void {
  if (process.platform !== 'linux' || !isRoot())
    throw new Error('Building and running the image needs Linux, and root.')
  const missing = Object.entries(packages).filter(([program]) => !onSearchPath([program]).some(isExecutable))
  if (missing.length === 0) return
  const names = missing.map(([, name]) => name).join(' ')
  throw new Error(
    `Missing: ${names}. On Debian: apt-get update && apt-get install -y --no-install-recommends ${names}`,
  )
}

/** The Debian package of each program. */
const packages = {
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  bwrap: 'bubblewrap',
  nsenter: 'util-linux',
}

/** Returns the program's stdout and shows its stderr. Throws unless it exits with 0. */
export function run(program: string, parameters: readonly string[], cwd?: string): string {
  const { status, error, stdout } = spawnSync(program, parameters, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) throw error
  if (status !== 0)
    throw new Error(`${program} ${parameters[0]} ended with ${status}: ${stdout.slice(-2_000)}`)
  return stdout.trim()
}

/** buildah's images, kept to speed up later runs. Safe to delete. */
export const storage = '/var/tmp/foyer-container'

/** Without daemon, overlay file systems and namespaces, so that it works in a container, too. */
export function buildah(...parameters: string[]): string {
  const storageOptions = [
    '--storage-driver',
    'vfs',
    '--root',
    `${storage}/images`,
    '--runroot',
    `${storage}/run`,
  ]
  return run('buildah', [...storageOptions, ...parameters])
}

export function hasImage(name: string): boolean {
  return buildah('images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(name)
}
