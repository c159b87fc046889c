/** `npm run mutate` breaks what is there, for rows that are there, by the tests that they name. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isRow, rowsOf } from '../mutate/mutation'
import { mutations } from '../mutate/mutations'

test.each(mutations)('$page, $row: the text that $file is searched for stands there once', (mutation) => {
  const { page, row, file, find, replace, tests } = mutation
  expect(readFileSync(file, 'utf8').split(find), find).toHaveLength(2)
  expect(replace).not.toBe(find)
  const rows = rowsOf(page).filter((other) => isRow(other.row, row))
  expect(rows).toHaveLength(1)
  expect(tests.length).toBeGreaterThan(0)
  expect(rows[0]?.tests).toEqual(expect.arrayContaining([...tests]))
})
