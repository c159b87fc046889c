import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { closeDatabase, openDatabase } from '@/lib/server/database/connection'
import { readMigrations } from '@/lib/server/database/migrations'
import { openPostgres } from '@/lib/server/database/postgres'
import { startPgBouncer } from '../support/database/pgbouncer'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { queryDatabase } from '../support/database/rows'
import { setUpDoctor } from './doctor'

const { diagnose } = setUpDoctor()

describe('PostgreSQL', { timeout: 120_000 }, () => {
  let postgres: PostgresServer

  beforeAll(async () => {
    postgres = await startPostgres()
    return () => postgres.close()
  }, 120_000)

  async function newDatabase(name: string): Promise<string> {
    await queryDatabase(postgres.url, `create database ${name}`)
    return postgres.url.replace(/postgres$/, name)
  }

  const diagnosePostgres = () => diagnose({ DATABASE_URL: postgres.url })

  test('is examined without changes, with its pending or newer migrations', async () => {
    const fresh = await diagnosePostgres()
    expect(fresh.output).toMatch(
      /^ok {7}Database: PostgreSQL \d+.* at postgres:\/\/127\.0\.0\.1:\d+\/postgres, 0 of \d+ migrations applied/m,
    )
    expect(fresh.code).toBe(0)
    expect(await queryDatabase(postgres.url, `select * from pg_tables where schemaname = 'public'`)).toEqual(
      [],
    )

    process.env.DATABASE_URL = postgres.url
    expect(await openDatabase()).toEqual({ status: 'open' })
    await closeDatabase()
    expect((await diagnosePostgres()).output).toMatch(/^ok {7}Database: .*its tables are up to date$/m)

    for (const [DATABASE_POOL_SIZE, verdict] of [
      ['96', 'ok     '],
      ['97', 'warning'],
    ] as const) {
      const { output } = await diagnose({ DATABASE_URL: postgres.url, DATABASE_POOL_SIZE })
      expect(output).toContain(`${verdict}  Connections: the server has 97, an instance takes`)
    }

    const later = (number: number, breaksOlder: boolean) => ({
      tag: `${number}_later`,
      createdAt: 9_999_999_990_000 + number,
      breaksOlder,
      statements: 'select 1',
    })
    const newer = [...readMigrations(), later(9998, false)]
    await (await openPostgres(postgres.url, newer)).close()
    const harmless = await diagnosePostgres()
    expect(harmless.output).toMatch(
      /^warning {2}Database: .*A newer release has changed its tables \(9998_later\)\./m,
    )
    expect(harmless.code).toBe(0)
    await (await openPostgres(postgres.url, [...newer, later(9999, true)])).close()
    const breaking = await diagnosePostgres()
    expect(breaking.output).toMatch(
      /^problem {2}Database: .*this one cannot use it \(9999_later\)\. Start that release/m,
    )
    expect(breaking.code).toBe(1)
  })

  test('is a problem for a user without rights on its tables or to migrate them', async () => {
    const url = await newDatabase('rights')
    const ask = (text: string) => queryDatabase(url, text)
    const DATABASE_URL = url.replace('foyer@', 'reader@')
    await ask('create role reader login; revoke create on schema public from public')
    const empty = await diagnose({ DATABASE_URL })
    expect(empty.output).toMatch(
      /^problem {2}Database: .* must be migrated, .* Grant CREATE on the database and CREATE on the schema public/m,
    )
    await (await openPostgres(url)).close()
    await ask(
      'grant usage on schema drizzle to reader; grant select on all tables in schema drizzle to reader',
    )
    await ask('grant select, insert, update, delete on all tables in schema public to reader')
    await ask('revoke delete on notes from reader')
    const partly = await diagnose({ DATABASE_URL })
    expect(partly.output).toMatch(
      /^problem {2}Database: .*the user lacks DELETE on public\.notes\. Grant them/m,
    )
    expect(partly.code).toBe(1)
    await ask('grant delete on notes to reader')
    const enough = await diagnose({ DATABASE_URL })
    expect(enough.output).toMatch(/^ok {7}Database: .*its tables are up to date$/m)
  })

  test('with tables that everybody may use is a warning, unless the rows have policies', async () => {
    const url = await newDatabase('exposed')
    const ask = (text: string) => queryDatabase(url, text)
    await (await openPostgres(url)).close()
    await ask('create role anon; alter table sessions enable row level security')
    await ask('grant select on notes, sessions to anon; grant delete on passkeys to public')
    const { code, output } = await diagnose({ DATABASE_URL: url })
    expect(output).toMatch(/^warning {2}Tables: everybody who .* may use notes, passkeys\. Revoke that/m)
    expect(code).toBe(0)
    await ask('revoke select on notes from anon; revoke delete on passkeys from public')
    expect((await diagnose({ DATABASE_URL: url })).output).not.toContain('Tables:')
  })

  test('behind a pooler has the time limit of the role, or a warning', async () => {
    const url = await newDatabase('pooled')
    const pooler = await startPgBouncer(url)
    onTestFinished(() => pooler.close())
    const without = await diagnose({ DATABASE_URL: pooler.url })
    expect(without.output).toMatch(/^ok {7}Database: PostgreSQL/m)
    expect(without.output).toMatch(
      /^warning {2}Pooler: .*ALTER ROLE … SET statement_timeout = '3500ms'; then have the pooler reconnect$/m,
    )
    const dropping = await startPgBouncer(url, 'ignore_startup_parameters = statement_timeout')
    const dropped = await diagnose({ DATABASE_URL: dropping.url })
    await dropping.close()
    expect(dropped.output).toMatch(/^warning {2}Pooler: takes no time limit from the site/m)
    await queryDatabase(url, `alter database pooled set statement_timeout = '3500ms'`)
    await startPgBouncer(url).then(async ({ url: DATABASE_URL, close }) => {
      const limited = await diagnose({ DATABASE_URL })
      await close()
      expect(limited.output).toMatch(/^ok {7}Pooler: .*the role has 3500ms$/m)
    })
  })

  test.each([
    [
      'that is down',
      () => `postgres://foyer:secret@127.0.0.1:1/foyer?password=secret`,
      'does not answer (ECONNREFUSED)',
    ],
    ['without the required TLS', () => `${postgres.url}?sslmode=require`, 'has no TLS (no-tls)'],
    ['without the database', () => postgres.url.replace(/postgres$/, 'none'), 'has no such database (3D000)'],
  ])('%s is a problem that says so, without the password', async (_, url, words) => {
    const { code, output } = await diagnose({ DATABASE_URL: url() })
    expect(code).toBe(1)
    expect(output).toMatch(/^problem {2}Database: postgres:\/\/127\.0\.0\.1:\d+\/\w+ /m)
    expect(output).toContain(words)
    expect(output).not.toContain('secret')
  })
})
