import { beforeAll, describe, expect, test } from 'vitest'
import { readMigrations } from '@/lib/server/database/migrations'
import { openPostgres } from '@/lib/server/database/postgres'
import { startPgBouncer } from '../support/database/pgbouncer'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { queryDatabase } from '../support/database/rows'
import { expectLines, setUpDoctor } from './doctor'

const { diagnose } = setUpDoctor()
const upToDate = 'ok Database: …its tables are up to date'

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
    expectLines(
      await diagnosePostgres(),
      'ok Database: PostgreSQL … at postgres://127.0.0.1:…/postgres, 0 of … migrations applied',
      'warning Role: the role of DATABASE_URL is a superuser',
    )
    expect(await queryDatabase(postgres.url, `select * from pg_tables where schemaname = 'public'`)).toEqual(
      [],
    )
    await (await openPostgres(postgres.url)).close()
    expectLines(await diagnosePostgres(), upToDate)

    const later = (number: number, breaksOlder: boolean) => ({
      tag: `${number}_later`,
      createdAt: 9_999_999_990_000 + number,
      breaksOlder,
      statements: 'select 1',
    })
    const newer = [...readMigrations(), later(9998, false)]
    await (await openPostgres(postgres.url, newer)).close()
    expectLines(
      await diagnosePostgres(),
      'warning Database: …A newer release has changed its tables (9998_later).',
    )
    await (await openPostgres(postgres.url, [...newer, later(9999, true)])).close()
    expectLines(
      await diagnosePostgres(),
      'problem Database: …this one cannot use it (9999_later). Start that release',
    )
  })

  test('needs more connections than the pool of an instance has', async () => {
    const DATABASE_URL = await newDatabase('connections')
    for (const [DATABASE_POOL_SIZE, verdict] of [
      ['96', 'ok'],
      ['97', 'warning'],
    ] as const)
      expectLines(
        await diagnose({ DATABASE_URL, DATABASE_POOL_SIZE }),
        `${verdict} Connections: the server has 97, an instance takes`,
      )
  })

  test('is a problem for a user without rights on its tables or to migrate them', async () => {
    const url = await newDatabase('rights')
    const ask = (text: string) => queryDatabase(url, text)
    const DATABASE_URL = url.replace('foyer@', 'reader@')
    await ask('create role reader login; revoke create on schema public from public')
    expectLines(
      await diagnose({ DATABASE_URL }),
      'problem Database: … must be migrated, … Grant CREATE on the database and CREATE on the schema public',
    )
    await (await openPostgres(url)).close()
    await ask(
      'grant usage on schema drizzle to reader; grant select on all tables in schema drizzle to reader',
    )
    await ask('grant select, insert, update, delete on all tables in schema public to reader')
    await ask('revoke delete, select on notes from reader; revoke update on sessions from reader')
    expectLines(
      await diagnose({ DATABASE_URL }),
      'problem Database: …the user lacks DELETE, SELECT on public.notes; UPDATE on public.sessions. Grant them',
    )
    await ask('grant delete, select on notes to reader; grant update on sessions to reader')
    expectLines(await diagnose({ DATABASE_URL }), upToDate)
  })

  test('with tables that everybody may use is a warning, unless the rows have policies', async () => {
    const url = await newDatabase('exposed')
    const ask = (text: string) => queryDatabase(url, text)
    await (await openPostgres(url)).close()
    await ask('create role anon; alter table sessions enable row level security')
    await ask('grant select on notes, sessions to anon; grant delete on passkeys to public')
    expectLines(
      await diagnose({ DATABASE_URL: url }),
      'warning Tables: everybody who … may use notes, passkeys. Revoke that',
    )
    await ask('revoke select on notes from anon; revoke delete on passkeys from public')
    expect((await diagnose({ DATABASE_URL: url })).output).not.toContain('Tables:')
  })

  test('behind a pooler has the time limit of the role, or a warning', async () => {
    const url = await newDatabase('pooled')
    const diagnosePooled = async (...more: string[]) => {
      const pooler = await startPgBouncer(url, ...more)
      return diagnose({ DATABASE_URL: pooler.url }).finally(pooler.close)
    }
    const warned = 'warning Pooler: takes no time limit from the site'
    expectLines(
      await diagnosePooled(),
      'ok Database: PostgreSQL',
      `${warned}…ALTER ROLE … SET statement_timeout = '3500ms'; then have the pooler reconnect`,
    )
    expectLines(await diagnosePooled('ignore_startup_parameters = statement_timeout'), warned)
    await queryDatabase(url, `alter database pooled set statement_timeout = '3500ms'`)
    expectLines(await diagnosePooled(), 'ok Pooler: …the role has 3500ms')
  })

  test.each([
    [
      'that is down',
      () => 'postgres://foyer:secret@127.0.0.1:1/foyer?password=secret',
      'does not answer (ECONNREFUSED)',
    ],
    ['without the required TLS', () => `${postgres.url}?sslmode=require`, 'has no TLS (no-tls)'],
    ['without the database', () => postgres.url.replace(/postgres$/, 'none'), 'has no such database (3D000)'],
  ])('%s is a problem that says so, without the password', async (_, url, words) => {
    const diagnosis = await diagnose({ DATABASE_URL: url() })
    expectLines(diagnosis, `problem Database: postgres://127.0.0.1:… ${words}`)
    expect(diagnosis.output).not.toContain('secret')
  })
})
