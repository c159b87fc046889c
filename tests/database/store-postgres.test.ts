/**
 * The whole store on PostgreSQL, through a pooler in transaction mode, which gives each transaction any of its connections.
 * `person-tables` and others have no pooler.
 */
import { describe, expect, test } from 'vitest'
import { startPgBouncer } from '../support/database/pgbouncer'
import { openOnce, startDatabaseProcess } from '../support/database/process'
import { setUpPostgres } from './setup'
import { describeStore } from './store'

const { ask } = setUpPostgres(startPgBouncer)

test('an instance logs once that the pooler refuses its time limit', async () => {
  const instance = startDatabaseProcess(openOnce, { DATABASE_URL: process.env.DATABASE_URL ?? '' })
  expect(await instance.ended).toBe(0)
  expect(instance.output()).toMatch(/^open$/m)
  expect(instance.output().match(/database\.parameter-refused.*statement_timeout/g)).toHaveLength(1)
})

describe('the store on PostgreSQL, behind a pooler', { timeout: 60_000 }, () => {
  describeStore(ask)
})
