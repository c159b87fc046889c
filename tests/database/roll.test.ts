/**
 * A rollout and a rollback: instances of the last release serve while a newer build migrates their database, and afterwards.
 * No migration may disturb them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { closeDatabase, openDatabase } from '@/lib/server/database/connection'
import { type Migration, readMigrations } from '@/lib/server/database/migrations'
import { openPostgres } from '@/lib/server/database/postgres'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { queryDatabase } from '../support/database/rows'
import {
  continueAtNewInstance,
  createOldInstance,
  migrateAsLastRelease,
  type OldInstance,
  type Visitor,
} from './last-release'

let server: PostgresServer
let folder = ''
/** With the time limits of an instance. */
let pool: Pool

beforeAll(async () => {
  server = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'foyer-roll-'))
  process.env.DATABASE_URL = server.url
  pool = new Pool({ connectionString: server.url, query_timeout: 4_000, statement_timeout: 3_500 })
}, 300_000)

afterAll(async () => {
  await closeDatabase()
  await endPool()
  await server.close()
  await rm(folder, { recursive: true })
})

/** Waits until all connections are closed, which `end` doesn't: one that the server closes is an error. */
async function endPool(): Promise<void> {
  let open = pool.totalCount
  pool.on('remove', () => {
    open -= 1
  })
  await pool.end()
  await vi.waitFor(() => expect(open).toBe(0))
}

/** Sample migrations, in case a release has none: columns of the busiest tables. */
const samples: Migration[] = ['notes', 'sessions'].map((table, n) => ({
  tag: `${9998 + n}_sample`,
  createdAt: 9_999_999_999_998 + n,
  breaksOlder: false,
  statements: `alter table ${table} add column sample text`,
}))

const crowd = `
  set local statement_timeout = 0;
  insert into sessions (id, token_hash, uid, created_at, renewed_at, seen_at, expires_at)
  select gen_random_uuid(), 'crowd-' || n, 'crowd-' || n % 50, now(), now(), now(), now() from generate_series(1, 5000) as n;
  insert into notes (id, uid, title, text, version, bytes, created_at, changed_at)
  select gen_random_uuid(), 'crowd-' || n % 50, 'title ' || n, (select string_agg(md5(n || '-' || i), ' ') from generate_series(1, 30) as i),
    n, 1000, now(), now() from generate_series(1, 1000) as n;
  insert into shares (id, note_id, uid, created_at) select gen_random_uuid(), id, uid, now() from notes where version % 2 = 0`

async function ask(query: string): Promise<unknown[]> {
  return (await pool.query(query)).rows
}

const readCrowd = () =>
  ask(`select md5(string_agg(concat_ws(' ', id, uid, title, text, version, bytes, created_at, changed_at), '' order by id)),
    (select count(*) from sessions where uid like 'crowd-%'), (select count(*) from shares where uid like 'crowd-%')
    from notes where uid like 'crowd-%'`)

/** A rewritten table gets another file. */
const readFiles = () =>
  ask(`select relname, pg_relation_filenode(oid) from pg_class
    where relname in ('sessions', 'notes', 'shares', 'share_openings', 'rate_limits') order by relname`)

/** A visitor on each of several connections of old instances. */
async function openVisits(): Promise<{ instance: OldInstance; visitor: Visitor }[]> {
  const visits = Array.from({ length: 6 }, async (_, n) => {
    const client = await pool.connect()
    const instance = createOldInstance(client)
    onTestFinished(() => client.release())
    return { instance, visitor: await instance.visit(`visitor-${n}`) }
  })
  return Promise.all(visits)
}

/** Like a backup: locks each table for longer than a statement may wait. */
async function readForLong(): Promise<{ end: Promise<void> }> {
  const reader = await pool.connect()
  onTestFinished(() => reader.release())
  await reader.query('begin isolation level repeatable read read only')
  for (const table of ['sessions', 'notes', 'shares']) await reader.query(`select count(*) from ${table}`)
  return {
    end: delay(5_000)
      .then(() => reader.query('commit'))
      .then(() => undefined),
  }
}

test('the last release keeps serving while its full database is migrated, and after a rollback', async () => {
  await migrateAsLastRelease(drizzle(pool), folder)
  await queryDatabase(server.url, crowd)
  const before = [await readCrowd(), await readFiles()]
  const visits = await openVisits()

  const reader = await readForLong()
  let isMigrated = false
  const serving = visits.map(async ({ instance, visitor }) => {
    while (!isMigrated) await instance.goRound(visitor)
    for (let round = 0; round < 3; round++) await instance.goRound(visitor)
  })
  const served = Promise.all([...serving, reader.end])
  const migrating = openPostgres(server.url, [...readMigrations(), ...samples])
  const newer = await Promise.race([migrating, served.then(() => migrating)])
  await newer.close()
  isMigrated = true
  await served
  expect(await ask('select notes.sample, sessions.sample from notes, sessions limit 0')).toEqual([])
  expect([await readCrowd(), await readFiles()]).toEqual(before)

  expect(await openDatabase()).toEqual({ status: 'open' })
  for (const { visitor } of visits) {
    expect(visitor.rounds).toBeGreaterThan(3)
    await continueAtNewInstance(visitor)
  }

  // The rollback: the last release starts again.
  await migrateAsLastRelease(drizzle(pool), folder)
  for (const { instance, visitor } of visits) {
    for (let round = 0; round < 3; round++) await instance.goRound(visitor)
    await continueAtNewInstance(visitor)
    const counted = await ask(`select points from rate_limits where key = 'note-write:${visitor.userId}'`)
    expect(counted).toEqual([{ points: visitor.rounds }])
  }
}, 120_000)
