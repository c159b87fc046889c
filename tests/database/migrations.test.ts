import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMigrations } from '@/lib/server/database/migrations'

const migrations = readMigrations()

test('the journal names each file of a migration, in order, each later than the one before', () => {
  const files = readdirSync('lib/server/database/migrations').filter((name) => name.endsWith('.sql'))
  expect(migrations.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort())
  const times = migrations.map(({ createdAt }) => createdAt)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})

/** What an older build fails on, or waits for: tables are rewritten or read as a whole. */
const breaking = [
  /^drop (table|function)/i,
  /\b(drop|rename) (column|to|constraint)\b/i,
  /\balter column \S+ (type|set not null|drop default)/i,
  /\badd constraint\b/i,
  /\badd column (?!.*\bdefault\b).*\bnot null/i,
]

const breaks = (statement: string) => breaking.some((pattern) => pattern.test(statement.trim()))

test('a migration that is not marked as breaking older builds only adds to their tables', () => {
  const kept = migrations.filter(({ breaksOlder }) => !breaksOlder)
  const statements = kept.flatMap(({ statements }) => statements.split('--> statement-breakpoint'))
  expect(statements.length).toBeGreaterThan(20)
  expect(statements.filter(breaks)).toEqual([])
  for (const statement of [
    '"opened" integer NOT NULL',
    '"opened" integer DEFAULT 0 NOT NULL',
    '"opened" integer',
  ])
    expect(breaks(`ALTER TABLE "notes" ADD COLUMN ${statement};`)).toBe(
      statement.endsWith('integer NOT NULL'),
    )
})
