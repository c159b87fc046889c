/** Programs that build and run images without a daemon. */
import { spawnSync } from 'node:child_process'
import { isExecutable, isRoot, onSearchPath } from '../support/programs'

/** Throws words about what this machine lacks. */
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

/** Debian's package of each. */
const packages = {
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  bwrap: 'bubblewrap',
  nsenter: 'util-linux',
}

/** What the program says on stdout; what it says of its progress is shown. Throws unless it ends well. */
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

/** All that buildah keeps, base included, so that a second run takes a minute: delete it when you like. */
export const storage = '/var/tmp/foyer-container'

/** Without a daemon, without overlay file systems and with no namespaces of its own, as it also works in a container. */
export function buildah(...parameters: string[]): string {
  const place = ['--storage-driver', 'vfs', '--root', `${storage}/images`, '--runroot', `${storage}/run`]
  return run('buildah', [...place, ...parameters])
}

/** Whether there is an image of this name. */
export function hasImage(name: string): boolean {
  return buildah('images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(name)
}
