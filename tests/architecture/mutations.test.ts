/** `npm run mutate` breaks what is there, for rows that are there, by the tests that they name. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRows, isRow, mutations, testsOf } from '../mutate/mutation'

test.each(mutations)('$rows: the text that $file is searched for stands there once', (mutation) => {
  const { rows, file, find, replace } = mutation
  expect(readFileSync(file, 'utf8').split(find), find).toHaveLength(2)
  expect(replace).not.toBe(find)
  for (const row of rows) {
    const named = allRows.filter((other) => isRow(other, row))
    expect(named, row).toHaveLength(1)
    expect(testsOf(row), row).not.toEqual([])
  }
})
