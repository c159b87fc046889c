import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMigrations } from '@/lib/server/database/migrations'

test('the journal names each file of a migration, in order, each later than the one before', () => {
  const migrations = readMigrations()
  const files = readdirSync('lib/server/database/migrations').filter((name) => name.endsWith('.sql'))
  expect(migrations.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort())
  const times = migrations.map(({ createdAt }) => createdAt)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})
