/** PostgreSQL behind a socket, as Cloud Run brings Cloud SQL: the URL has no host, and the folder's name has colons. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { closeDatabase, findSession, openDatabase, tokenHashOf } from '@/lib/server/database/database'
import { diagnose } from '../doctor/doctor'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { runCommand } from '../support/database/process'
import { queryDatabase } from '../support/database/rows'

let server: PostgresServer
let folder = ''
let socketFolder = ''

beforeAll(async () => {
  server = await startPostgres()
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-socket-'))
  socketFolder = path.join(folder, 'my-project:europe-west1:foyer')
  await mkdir(socketFolder)
  const { hostname, port } = new URL(server.url)
  const connector = createServer((client) => {
    pipeline(client, connect(Number(port), hostname), client, () => undefined)
  })
  await new Promise<void>((resolve) => connector.listen(path.join(socketFolder, '.s.PGSQL.5432'), resolve))
  return async () => {
    await closeDatabase()
    connector.close()
    await server.close()
    await rm(folder, { recursive: true })
  }
}, 300_000)

test('is migrated, asked over no more connections than the pool may have, examined and backed up', async () => {
  const settings = {
    DATABASE_URL: `postgres://foyer:p%40ss@/postgres?host=${socketFolder}`,
    DATABASE_POOL_SIZE: '2',
  }
  Object.assign(process.env, settings)
  expect(await openDatabase()).toEqual({ status: 'open' })
  const answers = Array.from({ length: 50 }, () => findSession(tokenHashOf('nobody')))
  expect(new Set(await Promise.all(answers))).toEqual(new Set([null]))
  const open = `select count(*)::int from pg_stat_activity where application_name = 'foyer'`
  expect(await queryDatabase(server.url, open)).toEqual([{ count: 2 }])

  const { output } = await diagnose(settings)
  expect(output).toContain(` at postgres:///postgres in ${socketFolder}, its tables are up to date`)
  expect(output).toMatch(
    /^ok {7}Connections: the server has 97, an instance takes 2 and one more while it starts$/m,
  )
  const file = path.join(folder, 'backup.jsonl.gz')
  expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
}, 120_000)

test('that is not there is a problem that names its folder', async () => {
  const { output } = await diagnose({ DATABASE_URL: `postgres://foyer@/postgres?host=${folder}` })
  expect(output).toContain(`problem  Database: postgres:///postgres in ${folder} has no such socket (ENOENT)`)
})
