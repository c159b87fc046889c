/** `npm run mutate` breaks what is there, for rows that are there, by the tests that they name. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRows, isRow, mutations, testsFor } from '../mutate/mutation'

test.each(mutations)('$rows: the text that $file is searched for stands there once', (mutation) => {
  const { rows, file, find, replace, tests } = mutation
  expect(readFileSync(file, 'utf8').split(find), find).toHaveLength(2)
  expect(replace).not.toBe(find)
  for (const row of rows) {
    expect(
      allRows.filter((other) => isRow(other, row)),
      row,
    ).toHaveLength(1)
    expect(testsFor(row, tests), row).not.toEqual([])
  }
  const named = rows.flatMap((row) => testsFor(row, tests))
  expect(tests.filter((test) => !named.includes(test))).toEqual([])
})
