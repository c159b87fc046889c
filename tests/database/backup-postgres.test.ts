import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '@/lib/server/backup/backup'
import { restoreBackup } from '@/lib/server/backup/restore'
import { openDatabase } from '@/lib/server/database/connection'
import { type DatabaseProcess, runCommand, startDatabaseCommand } from '../support/database/process'
import { linesOf, rowCounts } from './backup-lines'
import { setUpFolder, setUpPostgres } from './setup'

const postgres = setUpPostgres()
const { ask } = postgres
const at = setUpFolder()
const onPostgres = () => ({ DATABASE_URL: postgres.server.url })

beforeAll(openDatabase)

/** All kinds of values: null or not, times with milliseconds, all sorts of characters. Half of the notes have an opened link. */
const seed = `
  insert into sessions
  select gen_random_uuid(), 'hash-' || n,
    case when n % 2 = 0 then 'before-' || n end, case when n % 2 = 0 then now() + n * interval '1.001 s' end,
    E'Zoë 日本 \\u2028 "quoted" \\\\ \\n\\t🚪 ' || n, now() - n * interval '7.013 s', now(), now(), now() + interval '5 d',
    case when n % 3 > 0 then repeat('Mozilla/5.0 ü ', n % 40) end, case when n % 5 = 0 then now() end, null
  from generate_series(1, 3000) as n;
  insert into notes (id, uid, title, text, version, bytes, created_at, changed_at)
  select gen_random_uuid(), 'Zoë ' || n % 7, E'„Titel“ ' || n, E'Erste Zeile\\n\\t„zwei“ \\u2028 🚪 ' || n, n, n, now() - n * interval '3.007 s', now()
  from generate_series(1, 40) as n;
  insert into shares
  select gen_random_uuid(), id, uid, now(), case when version % 4 = 0 then now() + interval '1.001 s' end, 3 from notes where version % 2 = 0;
  insert into share_openings
  select s.id, o.id from shares s, (select id from sessions order by id limit 3) o;
  insert into user_handles select 'Zoë ' || n, 'handle ' || n from generate_series(1, 5) as n;
  insert into passkeys
  select gen_random_uuid(), 'credential ' || n, 'Zoë ' || n, 'key', 4294967295, 'internal,hybrid', true, n % 2 = 0, 'model',
    case when n % 2 = 0 then '„Schlüssel“ 🗝' end, 'example.com', now(), case when n % 2 = 0 then now() end
  from generate_series(1, 5) as n`

const allRows = `select to_jsonb(s) as row from sessions s order by id`
/** With everything below notes, in one order whatever the ids are. */
const allNotes = `
  select to_jsonb(n) - 'folded' - 'folded_version' || jsonb_build_object('share', to_jsonb(s), 'openings',
    (select jsonb_agg(o.session_id order by o.session_id) from share_openings o where o.share_id = s.id)) as row
  from notes n left join shares s on s.note_id = n.id order by n.id`

// Generous: each command is a process of its own.
describe('npm run backup and npm run restore with PostgreSQL', { timeout: 300_000 }, () => {
  test('carry all rows from PostgreSQL to a new embedded database and back, with a default file name', async () => {
    await postgres.client.query(seed)
    const rows = await ask(allRows)
    const notes = await ask(allNotes)

    const steps = [
      await runCommand('backup', [at('1.gz')], onPostgres()),
      await runCommand('restore', [at('1.gz')], { DATA_DIR: at('a') }),
      await runCommand('backup', [], { DATA_DIR: at('a') }),
    ]
    const [named = ''] = /\/.*foyer-backup-\d{8}T\d{6}Z\.jsonl\.gz/.exec(steps[2]?.output ?? '') ?? []
    // Not renamed: the temporary folder may be on another device.
    await copyFile(named, at('2.gz'))
    await rm(named)
    await postgres.client.query('truncate sessions, user_handles, passkeys, notes, shares, share_openings')
    steps.push(await runCommand('restore', [at('2.gz')], onPostgres()))

    const counts = rowCounts({
      sessions: 3000,
      userHandles: 5,
      passkeys: 5,
      notes: 40,
      shares: 20,
      shareOpenings: 60,
    })
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
    expect(rows).toHaveLength(3000)
    expect(await ask(allRows)).toEqual(rows)
    expect(notes).toHaveLength(40)
    expect(JSON.stringify(notes)).toMatch(/"openings":\["[^"]*","[^"]*","[^"]*"\]/)
    expect(await ask(allNotes)).toEqual(notes)
    // Backups have no derived columns: the restore computes them.
    expect(linesOf(await readFile(at('1.gz'))).join('\n')).not.toContain('"folded')
    const rowsIn = async (name: string) =>
      linesOf(await readFile(at(name)))
        .slice(1)
        .sort()
    expect(await rowsIn('2.gz')).toEqual(await rowsIn('1.gz'))
  })

  test('wait for what a running site is writing, and then refuse a database that is not empty', async () => {
    await postgres.client.query('truncate sessions, user_handles, passkeys, notes, shares, share_openings')
    await writeBackup(at('1.gz'))
    await postgres.client.query(`begin; insert into user_handles values ('Zoë', 'written meanwhile')`)
    const restoring = restoreBackup(at('1.gz'))
    const waiting = () => ask('select locktype as row from pg_locks where not granted')
    await expect.poll(waiting, { timeout: 10_000 }).toEqual(['relation'])
    await postgres.client.query('commit')
    const problem = expect.stringContaining('user_handles has 1 rows')
    expect(await restoring).toEqual({ status: 'refused', problem })
  })

  test('refuse tables that a newer release has changed', async () => {
    await postgres.client.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 1)`,
    )
    const outcome = await writeBackup(at('1.gz'))
    await postgres.client.query(`delete from drizzle.__drizzle_migrations where hash = 'later'`)
    expect(outcome).toEqual({ status: 'refused', problem: expect.stringContaining('A newer release') })
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
