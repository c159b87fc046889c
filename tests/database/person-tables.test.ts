/** A reminder for whoever adds a table: what a person leaves there is deleted with them, and is in their export. */
import { readFileSync } from 'node:fs'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { tables } from '@/lib/server/database/database'

const withPerson = Object.entries(tables).filter(([, table]) =>
  getTableConfig(table).columns.some(({ name }) => name === 'uid'),
)

test.each(withPerson)('rows of %s are deleted with their person, and exported', (name) => {
  expect(readFileSync('lib/server/database/person.ts', 'utf8')).toContain(`delete(${name})`)
  expect(readFileSync('lib/server/account/account.ts', 'utf8')).toMatch(new RegExp(`^ +${name}: `, 'm'))
})
