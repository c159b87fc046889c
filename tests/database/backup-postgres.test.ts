import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { getTableName } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '@/lib/server/backup/backup'
import { restoreBackup } from '@/lib/server/backup/restore'
import { openDatabase } from '@/lib/server/database/connection'
import type { Room } from '@/lib/server/room'
import * as serverRooms from '@/lib/server/rooms'
import { type DatabaseProcess, runCommand, startDatabaseCommand } from '../support/database/process'
import { linesOf, refusal, rowCounts } from './backup-lines'
import { rooms } from './rooms'
import { setUpFolder, setUpPostgres } from './setup'
import { tables } from './tables'

const postgres = setUpPostgres()
const { ask } = postgres
const at = setUpFolder()
const onPostgres = () => ({ DATABASE_URL: postgres.server.url })

beforeAll(openDatabase)

/** All kinds of values: null or not, times with milliseconds, all sorts of characters. */
const sessions = {
  sql: `
  insert into sessions
  select gen_random_uuid(), 'hash-' || n,
    case when n % 2 = 0 then 'before-' || n end, case when n % 2 = 0 then now() + n * interval '1.001 s' end,
    E'Zoë 日本 \\u2028 "quoted" \\\\ \\n\\t🚪 ' || n, now() - n * interval '7.013 s', now(), now(), now() + interval '5 d',
    case when n % 3 > 0 then repeat('Mozilla/5.0 ü ', n % 40) end, case when n % 5 = 0 then now() end, null
  from generate_series(1, 3000) as n`,
  rows: { sessions: 3000 },
  query: `select to_jsonb(s) as row from sessions s order by id`,
}
/** Of every tenth session: who restores a session restores what protects it. */
const sessionBindings = {
  sql: `
  insert into session_bindings
  select id, '{"kty":"EC"}', token_hash, now() - interval '1.001 s', case when revoked_at is null then now() end, null
  from sessions where token_hash like 'hash-%0'`,
  rows: { sessionBindings: 300 },
  query: `select to_jsonb(b) as row from session_bindings b order by session_id`,
}
const fills = [sessions, sessionBindings, ...rooms.map(({ fill }) => fill)]

const truncated = Object.values(tables).map((table) => getTableName(table))
const derived = Object.values<Room>(serverRooms).flatMap(({ derivedColumns = {} }) =>
  Object.values(derivedColumns),
)

async function readAll(): Promise<unknown[][]> {
  const read = []
  for (const { query } of fills) read.push(await ask(query))
  return read
}

// Generous: each command is a process of its own.
describe('npm run backup and npm run restore with PostgreSQL', { timeout: 300_000 }, () => {
  test('carry all rows from PostgreSQL to a new embedded database and back, with a default file name', async () => {
    for (const { sql } of fills) await postgres.client.query(sql)
    const before = await readAll()
    for (const [n, rows] of before.entries())
      expect(rows).toHaveLength(Object.values(fills[n]?.rows ?? {})[0] ?? 0)

    const steps = [
      await runCommand('backup', [at('1.gz')], onPostgres()),
      await runCommand('restore', [at('1.gz')], { DATA_DIR: at('a') }),
      await runCommand('backup', [], { DATA_DIR: at('a') }),
    ]
    const [named = ''] = /\/.*foyer-backup-\d{8}T\d{6}Z\.jsonl\.gz/.exec(steps[2]?.output ?? '') ?? []
    // Not renamed: the temporary folder may be on another device.
    await copyFile(named, at('2.gz'))
    await rm(named)
    await postgres.client.query(`truncate ${truncated} cascade`)
    steps.push(await runCommand('restore', [at('2.gz')], onPostgres()))

    const counts = rowCounts(Object.assign({}, ...fills.map(({ rows }) => rows)))
    const counted = Object.entries(counts)
      .map(([name, count]) => `${count} rows of ${name}`)
      .join(', ')
    const quiet = ({ code, output }: (typeof steps)[0]) => ({
      code,
      output: output.replace(/^.* ….*\n/gm, ''),
    })
    expect(steps.map(quiet)).toEqual(
      [
        `written to ${at('1.gz')}`,
        `restored from ${at('1.gz')}`,
        `written to ${named}`,
        `restored from ${at('2.gz')}`,
      ].map((words) => ({ code: 0, output: `${counted} ${words}\n` })),
    )
    expect(await readAll()).toEqual(before)
    // Backups have no derived columns: the restore computes them.
    for (const { name } of derived)
      expect(linesOf(await readFile(at('1.gz'))).join('\n')).not.toContain(`"${name}"`)
    const rowsIn = async (name: string) =>
      linesOf(await readFile(at(name)))
        .slice(1)
        .sort()
    expect(await rowsIn('2.gz')).toEqual(await rowsIn('1.gz'))
  })

  test('wait for what a running site is writing, and then refuse a database that is not empty', async () => {
    await postgres.client.query(`truncate ${truncated} cascade`)
    await writeBackup(at('1.gz'))
    await postgres.client.query(`begin; insert into unverified_accounts values ('Zoë')`)
    const restoring = restoreBackup(at('1.gz')).catch((error) => error)
    const waiting = () => ask('select locktype as row from pg_locks where not granted')
    await expect.poll(waiting, { timeout: 10_000 }).toEqual(['relation'])
    await postgres.client.query('commit')
    expect(await restoring).toMatchObject(refusal('unverified_accounts has 1 rows'))
  })

  test('refuse tables that a newer release has changed', async () => {
    await postgres.client.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 1)`,
    )
    const outcome = await writeBackup(at('1.gz')).catch((error) => error)
    await postgres.client.query(`delete from drizzle.__drizzle_migrations where hash = 'later'`)
    expect(outcome).toMatchObject(refusal('A newer release'))
    expect(await readdir(at())).toEqual([])
  })

  test('leave no file when they are stopped, or the database goes down, in the middle', async () => {
    for (const [interrupt, words] of [
      [(started: DatabaseProcess) => started.child.kill('SIGTERM'), ''],
      [() => postgres.server.stop(), 'The database cannot be reached.\nNo backup was written.'],
    ] as const) {
      // Reads of the table wait.
      await postgres.client.query('begin; lock table sessions in access exclusive mode')
      const started = startDatabaseCommand('backup', [at('1.gz')], onPostgres())
      await expect.poll(() => readdir(at()), { timeout: 60_000 }).toHaveLength(1)
      expect(existsSync(at('1.gz'))).toBe(false)
      interrupt(started)
      expect(await started.ended).toBe(1)
      expect(started.output()).toContain(words)
      expect(await readdir(at())).toEqual([])
      if (words === '') await postgres.client.query('rollback')
    }
    postgres.server.start()
  })
})
