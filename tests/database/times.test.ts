import { pgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { time } from '@/lib/server/database/schema/columns'

const { at } = pgTable('moments', { at: time('at') })

test.each([
  ['2026-12-01 05:30:00.123+00', '2026-12-01T05:30:00.123Z'],
  ['2026-12-01 05:30:00+05:45', '2026-11-30T23:45:00.000Z'],
  ['1911-01-01 00:00:00-08', '1911-01-01T08:00:00.000Z'],
])('%s is a time', (text, iso) => {
  expect((at.mapFromDriverValue(text) as Date).toISOString()).toBe(iso)
})

test.each([
  ['01.12.2026 05:30:00.123 UTC', 'the DateStyle German'],
  ['12/01/2026 05:30:00.123 UTC', 'the DateStyle SQL'],
  ['Tue 01 Dec 05:30:00.123 2026 UTC', 'the DateStyle Postgres'],
  ['infinity', 'no moment'],
])('%s is an error: %s', (text) => {
  expect(() => at.mapFromDriverValue(text)).toThrow('can’t be read')
})
