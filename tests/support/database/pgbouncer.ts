/** A real PgBouncer in transaction mode before a PostgreSQL, as many hosts have one. Found or installed. */
import { chown, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { reservePort } from '../port'
import { isRoot, requireProgram, startServer } from '../programs'
import { nobody } from './postgres'

export type Pooler = { url: string; close(): Promise<void> }

/** Fewer connections than the site opens, so that what one sets the next transaction of another gets. */
const serverConnections = 3

/** With more lines of its settings. */
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
  const close = await startServer([program, '--quiet', settings], { port, folder, user })
  return { url: `postgres://${username}@127.0.0.1:${port}${pathname}`, close }
}
