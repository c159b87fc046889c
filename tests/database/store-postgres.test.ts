/**
 * The whole store on PostgreSQL, through a pooler in transaction mode, which gives each transaction any of its connections.
 * `person-tables` and others have no pooler.
 */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '@/lib/server/database/connection'
import { startPgBouncer } from '../support/database/pgbouncer'
import { openOnce, startDatabaseProcess } from '../support/database/process'
import { setUpPostgres } from './setup'
import { describeStore } from './store'

const { ask } = setUpPostgres(startPgBouncer)

test('three instances that start together create each table once, and each logs the refused parameter once', async () => {
  const settings = { DATABASE_URL: process.env.DATABASE_URL ?? '' }
  for (const instance of [1, 2, 3].map(() => startDatabaseProcess(openOnce, settings))) {
    expect(await instance.ended).toBe(0)
    expect(instance.output()).toMatch(/^open$/m)
    expect(instance.output().match(/database\.parameter-refused.*statement_timeout/g)).toHaveLength(1)
  }
  expect(await openDatabase()).toEqual({ status: 'open' })
  const doubled = 'select created_at as row from drizzle.__drizzle_migrations group by 1 having count(*) > 1'
  expect(await ask(doubled)).toEqual([])
})

describe('the store on PostgreSQL, behind a pooler', { timeout: 60_000 }, () => {
  describeStore(ask)
})
