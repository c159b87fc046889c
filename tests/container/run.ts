/**
 * Runs an image like a container runtime: read-only files except for `/tmp` and `/data`, its own process tree and host name,
 * an unknown user without capabilities, a memory limit, and no HOME for the site. It shares this machine's network.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { ImageConfig } from './image'
import type { MemoryLimit } from './memory-limit'

export type Setup = {
  root: string
  config: ImageConfig
  /** The volume at `/data`. */
  data: string
  userId: number
  limit: MemoryLimit
  settings: Readonly<Record<string, string>>
}

export type Result = { code: number | null; stdout: string; stderr: string }

export type Container = {
  /** The log so far. */
  log(): string
  /** Runs a command beside the first process, as `docker exec` does. */
  exec(command: readonly string[], input?: string): Promise<Result>
  /** Signals its first process, as `docker stop` does. */
  stop(): Promise<Result>
  ended: Promise<Result>
}

/** Starts a container with its own command or another. */
export async function startContainer(
  setup: Setup,
  command: readonly string[] = setup.config.Cmd,
): Promise<Container> {
  const { root, config, data, limit } = setup
  const mounts = [
    ...['--ro-bind', root, '/', '--bind', data, '/data', '--perms', '1777', '--tmpfs', '/tmp'],
    ...['--proc', '/proc', '--dev', '/dev', '--chdir', config.WorkingDir],
  ]
  const own = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--hostname', 'foyer', '--as-pid-1']
  const bwrap = ['bwrap', ...mounts, ...own, '--die-with-parent', ...asUser(setup), ...command]
  const child = launch([...limit.prefix, ...bwrap], setup, command === config.Cmd ? ['HOME'] : [])
  child.stdin.once('error', () => undefined).end()
  let log = ''
  child.stdout.on('data', (chunk) => (log += chunk))
  let isOver = false
  const ended = resultOf(child).finally(() => {
    isOver = true
  })
  const first = await Promise.race([firstProcess(child.pid), ended.then(() => null)])
  return {
    log: () => log,
    ended,
    exec: async (beside, input = '') => {
      const spaces = ['--target', String(first), '--mount', '--pid', '--ipc', '--uts', '--root', '--wd']
      const other = launch([...limit.prefix, 'nsenter', ...spaces, ...asUser(setup), ...beside], setup)
      // A command may end before it has read its input.
      other.stdin.once('error', () => undefined).end(input)
      return resultOf(other)
    },
    stop: () => {
      if (first !== null && !isOver) process.kill(first, 'SIGTERM')
      return ended
    },
  }
}

/** An unknown user without groups and capabilities. */
function asUser({ userId }: Setup): string[] {
  const user = ['--reuid', String(userId), '--regid', String(userId), '--clear-groups']
  return ['setpriv', ...user, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
}

/** With the image's environment only. */
function launch(
  [program = '', ...parameters]: readonly string[],
  { config, settings }: Setup,
  without: readonly string[] = [],
) {
  const ofImage = config.Env.map((line) => [
    line.slice(0, line.indexOf('=')),
    line.slice(line.indexOf('=') + 1),
  ])
  const all = { ...Object.fromEntries(ofImage), ...settings }
  const env = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)))
  return spawn(program, parameters, { env: env as NodeJS.ProcessEnv, stdio: ['pipe', 'pipe', 'pipe'] })
}

async function resultOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<Result> {
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}

/** The container's first process: bwrap's only child. */
async function firstProcess(bwrap: number | undefined): Promise<number> {
  while (true) {
    const children = readFileSync(`/proc/${bwrap}/task/${bwrap}/children`, 'utf8').trim()
    if (children !== '') return Number(children.split(' ')[0])
    await delay(10)
  }
}
