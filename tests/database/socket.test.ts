/** PostgreSQL behind a socket, as on Cloud Run: the URL has no host, and the folder's name has colons. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { expect, test } from 'vitest'
import { openDatabase } from '@/lib/server/database/connection'
import { tokenHashOf } from '@/lib/server/database/ids'
import { findSession } from '@/lib/server/database/sessions'
import { diagnose } from '../doctor/doctor'
import { runCommand } from '../support/database/process'
import { setUpPostgres } from './setup'

const folder = mkdtempSync(path.join(tmpdir(), 'foyer-socket-'))
const socketFolder = path.join(folder, 'my-project:europe-west1:foyer')

const postgres = setUpPostgres(async (url) => {
  mkdirSync(socketFolder)
  const { hostname, port } = new URL(url)
  const connector = createServer((client) => {
    pipeline(client, connect(Number(port), hostname), client, () => undefined)
  })
  await new Promise<void>((resolve) => connector.listen(path.join(socketFolder, '.s.PGSQL.5432'), resolve))
  const close = async () => {
    connector.close()
    rmSync(folder, { recursive: true })
  }
  return { url: `postgres://foyer:p%40ss@/postgres?host=${socketFolder}`, close }
})

test('is migrated, queried within the pool size, examined and backed up', async () => {
  process.env.DATABASE_POOL_SIZE = '2'
  const settings = { DATABASE_URL: process.env.DATABASE_URL ?? '', DATABASE_POOL_SIZE: '2' }
  expect(await openDatabase()).toEqual({ status: 'open' })
  const found = Array.from({ length: 50 }, () => findSession(tokenHashOf('nobody')))
  expect(new Set(await Promise.all(found))).toEqual(new Set([null]))
  const open = `select count(*)::int as row from pg_stat_activity where application_name = 'foyer'`
  expect(await postgres.ask(open)).toEqual([2])

  const { output } = await diagnose(settings)
  expect(output).toContain(` at postgres:///postgres in ${socketFolder}, its tables are up to date`)
  expect(output).toMatch(
    /^ok {7}Connections: the server has 97, an instance takes 2 and one more while it starts$/m,
  )
  const file = path.join(folder, 'backup.jsonl.gz')
  expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
}, 120_000)

test('a missing socket is a problem that names its folder', async () => {
  const { output } = await diagnose({ DATABASE_URL: `postgres://foyer@/postgres?host=${folder}` })
  expect(output).toContain(`problem  Database: postgres:///postgres in ${folder} does not answer (ENOENT)`)
})
