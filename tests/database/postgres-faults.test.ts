import { connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entries as migrations } from '../../lib/server/database/migrations/meta/_journal.json'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import {
  type DatabaseProcess,
  openOnce,
  startDatabaseProcess,
  stopProcesses,
} from '../support/database/process'
import { queryDatabase } from '../support/database/rows'
import { listen } from '../support/ports'

let server: PostgresServer
let databaseUrl = ''
let databases = 0

beforeAll(async () => {
  server = await startPostgres()
  return () => server.close()
}, 300_000)

/** An empty database each. */
beforeEach(async () => {
  const name = `test_${++databases}`
  await queryDatabase(server.url, `create database ${name}`)
  databaseUrl = server.url.replace(/postgres$/, name)
})

afterEach(stopProcesses)

/** Queries the database in a loop: `.` for a result, `x` for an outage. */
const ask = `
  import database from './tests/support/database/modules.ts'
  console.log((await database.openDatabase()).status)
  for (;;) {
    const startedAt = Date.now()
    await database.findSession(database.tokenHashOf('a')).then(
      () => process.stdout.write('.'),
      (error) => {
        if (!database.isDatabaseUnavailable(error)) throw error
        process.stdout.write('x')
        for (const visitor of ['192.0.2.1', '192.0.2.2', null]) database.countFailedRequest(visitor)
        if (Date.now() - startedAt > 5_000) console.log('TOO LATE')
      })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }`

const run = (body: string, url = databaseUrl) => startDatabaseProcess(body, { DATABASE_URL: url })

async function saying(process: DatabaseProcess, words: RegExp): Promise<void> {
  await expect.poll(() => process.output(), { timeout: 60_000 }).toMatch(words)
}

function eventsOf(process: DatabaseProcess): string[] {
  return [...process.output().matchAll(/"event":"([^"]+)"/g)].map(([, event]) => event ?? '')
}

describe('faults of PostgreSQL', { timeout: 120_000 }, () => {
  test('an outage is a typed error for each query, and logged once at its start and end', async () => {
    const asker = run(ask)
    await saying(asker, /open\n\.{5}/)
    server.stop()
    await saying(asker, /x{5}/)
    server.start()
    await saying(asker, /x[^x]*\.{5}/)
    expect(eventsOf(asker)).toEqual(['database.went-away', 'database.came-back'])
    // Visitors who wait ask again.
    const [, requests, visitors] = /"requests":(\d+),"visitors":(\d+)/.exec(asker.output()) ?? []
    expect([Number(requests) >= 15, visitors]).toEqual([true, '2'])
    server.stop()
    await saying(asker, /\.[^.]*x{3}[^.]*$/)
    expect(eventsOf(asker)).toEqual(['database.went-away', 'database.came-back', 'database.went-away'])
    expect(asker.output()).not.toContain('TOO LATE')
    server.start()
  })

  test('a server that is down at the start is migrated and used once it’s up', async () => {
    server.stop()
    const asker = run(ask)
    await saying(asker, /unavailable\n/)
    await saying(asker, /x{3}/)
    server.start()
    await saying(asker, /x[^x]*\.{3}/)
    expect(eventsOf(asker)).toEqual(['database.went-away', 'database.came-back'])
  })

  test('a server that accepts connections without a response is unavailable within seconds', async () => {
    const sockets = new Set<Socket>()
    let isSilent = true
    const relay = createServer((socket) => {
      sockets.add(socket)
      if (!isSilent) socket.pipe(connect(Number(new URL(databaseUrl).port), '127.0.0.1')).pipe(socket)
    })
    const cutOff = () => sockets.forEach((socket) => void socket.destroy())
    const port = await listen(relay)
    const asker = run(ask, databaseUrl.replace(/:\d+/, `:${port}`))
    await saying(asker, /unavailable\n.*xx/s)
    isSilent = false
    cutOff()
    await saying(asker, /x[^x]*\.{3}/)
    isSilent = true
    cutOff()
    await saying(asker, /\.[^.]*xx[^.]*$/)
    expect(asker.output()).not.toContain('TOO LATE')
    cutOff()
    relay.close()
  })

  test('a query that waits for a lock is canceled, and its connection stays usable', async () => {
    const asker = run(ask)
    await saying(asker, /open\n\.{3}/)
    const other = new Client({ connectionString: databaseUrl })
    await other.connect()
    await other.query('begin; lock table sessions in access exclusive mode')
    await saying(asker, /x[^x]*x/)
    await other.query('rollback')
    await other.end()
    await saying(asker, /x[^x]*\.{3}/)
    expect(new Set(eventsOf(asker))).toEqual(new Set(['database.query-canceled']))
    expect(asker.output()).toContain('57014')
    expect(asker.output()).not.toContain('TOO LATE')
  })

  test.each([
    ['an unknown database', (url: string) => url.replace(/\w+$/, 'elsewhere'), '3D000'],
    ['an unknown user', (url: string) => url.replace('foyer@', 'stranger:secret@'), '28000'],
  ])('%s is named by its code, without the password', async (_, change, code) => {
    const asker = run(ask, change(databaseUrl))
    await saying(asker, /unavailable\n/)
    expect(asker.output()).toContain(code)
    expect(asker.output()).not.toContain('secret')
  })

  test('instances that start together create each table once, even if all wait for a lock first', async () => {
    // All wait for the first statement, so that they continue together.
    const other = new Client({ connectionString: databaseUrl })
    await other.connect()
    await other.query('begin; create schema drizzle')
    const instances = Array.from({ length: 4 }, () => run(openOnce))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => queryDatabase(databaseUrl, waiting), { timeout: 60_000 }).toHaveLength(4)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await other.query('rollback')
    await other.end()
    await Promise.all(instances.map(({ ended }) => ended))
    expect(instances.map((instance) => instance.output())).toEqual(Array(4).fill('open\n'))
    const made = await queryDatabase(
      databaseUrl,
      'select tag from drizzle.__drizzle_migrations left join drizzle.schema_changes using (created_at) order by created_at',
    )
    expect(made).toEqual(migrations.map(({ tag }) => ({ tag })))
  })
})
