/** PostgreSQL on a free port, with its files in a temporary folder. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { reservePort } from '../ports'
import { installPackages, isRoot } from '../programs'

export type PostgresServer = {
  /** Of an empty database. */
  url: string
  start(): void
  /** Breaks all connections, as an outage. */
  stop(): void
  /** Stops it and removes its files. */
  close(): Promise<void>
}

/** Starts a server with an empty database. Without other settings it doesn't wait for the disk. */
export async function startPostgres(settings: readonly string[] = ['fsync=off']): Promise<PostgresServer> {
  const programs = requirePrograms()
  const folder = await mkdtemp(path.join(tmpdir(), 'foyer-postgres-'))
  if (isRoot()) await chown(folder, nobody.uid, nobody.gid)
  await chmod(folder, 0o700)
  const files = path.join(folder, 'files')
  const port = await reservePort()
  const run = (program: string, parameters: string[]) =>
    runUnprivileged(path.join(programs, program), parameters)
  run('initdb', [
    '--pgdata',
    files,
    '--username',
    'foyer',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--no-sync',
  ])
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' ${settings.map((setting) => `-c ${setting}`).join(' ')}`
  const control = (action: string, more: string[]) =>
    run('pg_ctl', [action, '-D', files, '--wait', '--silent', ...more])
  const start = () => control('start', ['--log', path.join(folder, 'log'), '--options', options])
  const stop = () => control('stop', ['--mode', 'fast'])
  start()
  return {
    url: `postgres://foyer@127.0.0.1:${port}/postgres`,
    start,
    stop,
    close: async () => {
      if (existsSync(path.join(files, 'postmaster.pid'))) stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Installs missing programs, as root on Debian. */
function requirePrograms(): string {
  const found = findPrograms() ?? (installPackages('postgresql') ? findPrograms() : null)
  if (found) return found
  throw new Error(
    'The tests of the database need PostgreSQL (initdb, pg_ctl, postgres). Install it: ' +
      'apt-get install postgresql (Debian, Ubuntu), brew install postgresql (macOS).',
  )
}

/** The folder of PostgreSQL's programs: on PATH, or where Debian and Homebrew have them, newest first. */
function findPrograms(): string | null {
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    foldersIn(folder, /^postgresql(@|$)/),
  )
  const debian = foldersIn('/usr/lib/postgresql', /^\d+$/)
  const besides = [...debian, ...homebrew].map((folder) => path.join(folder, 'bin'))
  const isComplete = (folder: string) =>
    ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(path.join(folder, program)))
  return [...searchPath.split(path.delimiter), ...besides].find(isComplete) ?? null
}

const searchPath = process.env.PATH ?? ''

/** PostgreSQL refuses to run as root; this user has no rights. */
export const nobody = { uid: 65534, gid: 65534 }

function runUnprivileged(program: string, parameters: string[]): void {
  const { status, error, stderr, stdout } = spawnSync(program, parameters, {
    cwd: tmpdir(),
    env: { PATH: searchPath, LC_ALL: 'C', TZ: 'UTC' } as unknown as NodeJS.ProcessEnv,
    encoding: 'utf8',
    // The server would inherit the pipe, and pg_ctl's caller would wait for the server to close it.
    stdio: program.endsWith('pg_ctl') ? 'ignore' : 'pipe',
    ...(isRoot() ? nobody : {}),
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${parameters[0]} ended with ${status}: ${stdout}${stderr}`)
}

function foldersIn(folder: string, name: RegExp): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((entry) => name.test(entry))
  return names
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((entry) => path.join(folder, entry))
}
