/** PgBouncer in transaction mode, as many hosts have it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isListening, reservePort } from '../ports'
import { isRoot, requireProgram } from '../programs'
import { nobody } from './postgres'

export type Pooler = { url: string; close(): Promise<void> }

/** Fewer than the site opens, so that another client's transaction meets what one left on a connection. */
const serverConnections = 3

/** Starts it, with additional lines of configuration. */
export async function startPgBouncer(serverUrl: string, ...more: string[]): Promise<Pooler> {
  const program = requireProgram('pgbouncer', 'pgbouncer')
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
  const child = spawn(program, ['--quiet', settings], { ...user, stdio: 'inherit' })
  const ended = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    await delay(50)
  }
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  return { url: `postgres://${username}@127.0.0.1:${port}${pathname}`, close }
}
