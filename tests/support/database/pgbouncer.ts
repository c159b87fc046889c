/** A real PgBouncer in transaction mode before a PostgreSQL, as many hosts have one. Found or installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isListening, reservePort } from '../port'
import { installPackages, isRoot, onSearchPath, runs } from '../programs'
import { nobody } from './postgres'

export type Pooler = { url: string; close(): Promise<void> }

/** Fewer connections than the site opens, so that what one sets the next transaction of another gets. */
const serverConnections = 3

/** With more lines of its settings. */
export async function startPgBouncer(serverUrl: string, ...more: string[]): Promise<Pooler> {
  const program = requireProgram()
  const folder = await mkdtemp(path.join(tmpdir(), 'foyer-pgbouncer-'))
  const { hostname, port: serverPort, username, pathname } = new URL(serverUrl)
  const port = await reservePort()
  const settings = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users')
  await writeFile(users, `"${username}" ""\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 200
${more.join('\n')}
`,
  )
  // It refuses to run as root, as PostgreSQL does.
  const user = isRoot() ? nobody : {}
  if (isRoot()) for (const file of [folder, settings, users]) await chown(file, nobody.uid, nobody.gid)
  const child = spawn(program, ['--quiet', settings], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const words: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => words.push(text))
  const ended = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${words.join('')}`)
    await delay(50)
  }
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    close: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function requireProgram(): string {
  const found = findProgram() ?? (installPackages('pgbouncer') ? findProgram() : null)
  if (found) return found
  throw new Error('The tests of the pooler need PgBouncer. Install it: apt-get install pgbouncer.')
}

/** Debian has it where only root looks. */
function findProgram(): string | null {
  return [...onSearchPath(['pgbouncer']), '/usr/sbin/pgbouncer'].find(runs) ?? null
}
