/** Runs the image's files with its environment and nothing else, as a user that may write to `/data` only and has no name. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { reservePort } from '../support/port'

export type Image = {
  /** Its files, instead of `/app`. */
  folder: string
  /** Instead of `/data`. */
  data: string
  settings: Readonly<Record<string, string>>
}

export type Result = { code: number | null; stdout: string; stderr: string }

export type Container = {
  url: string
  emulatorUrl: string
  /** The log so far. */
  log(): string
  whenReady(): Promise<void>
  /** Runs a command beside the site, as `docker exec` does. */
  exec(command: readonly string[], input?: string): Promise<Result>
  /** Stops it, as `docker stop` does. */
  stop(): Promise<Result>
}

const dockerfile = readFileSync('Dockerfile', 'utf8')
const userId = 23_456

/** The command that the Dockerfile names. */
export const imageCommand: readonly string[] = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '')

/** The health check that the Dockerfile names. */
export const healthCheck: readonly string[] = JSON.parse(
  /^HEALTHCHECK .* CMD (.+)$/m.exec(dockerfile)?.[1] ?? '',
)

const variables = [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)]

export async function startContainer(image: Image, settings: Record<string, string>): Promise<Container> {
  const port = String(await reservePort())
  const own = { ...image, settings: { ...image.settings, PORT: port, ...settings } }
  const child = launch(own, imageCommand)
  let log = ''
  child.stdout.on('data', (chunk) => (log += chunk))
  const ended = resultOf(child)
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    emulatorUrl: image.settings.AUTH_EMULATOR_URL ?? '',
    log: () => log,
    whenReady: async () => {
      while ((await fetch(`${url}/api/ready`).catch(() => null))?.status !== 200) {
        const result = await Promise.race([ended, delay(50, null)])
        if (result)
          throw new Error(`The container ended with ${result.code}:\n${result.stdout}${result.stderr}`)
      }
    },
    exec: (command, input) => runIn(own, command, input),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Runs a command to its end. */
export function runIn(image: Image, command: readonly string[], input = ''): Promise<Result> {
  const child = launch(image, command)
  // A command may end before it has read its input.
  child.stdin.once('error', () => undefined).end(input)
  return resultOf(child)
}

function launch({ folder, data, settings }: Image, [program = '', ...parameters]: readonly string[]) {
  const ofImage = Object.fromEntries(variables.map(([, name = '', value = '']) => [name, value]))
  const search = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const env = { PATH: search, ...ofImage, DATA_DIR: `${data}/foyer`, ...settings } as unknown
  const child = spawn(program, parameters, {
    cwd: folder,
    env: env as NodeJS.ProcessEnv,
    ...{ uid: userId, gid: userId },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // After a broken promise nothing stays.
  process.once('exit', () => child.kill('SIGTERM'))
  return child
}

async function resultOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<Result> {
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}
