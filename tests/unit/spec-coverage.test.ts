import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The rows of the specification are numbered from 1 to this. */
const rowCount = 165

const lines = readFileSync('docs/spec-coverage.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| S'))
const rows = lines.map((line) => line.split('|').slice(1, -1))

test('every row of the specification stands there once', () => {
  const numbers = rows.flatMap(([row = '']) => {
    const [first = 0, last = first] = (row.match(/\d+/g) ?? []).map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  expect(numbers).toEqual(Array.from({ length: rowCount }, (_, index) => index + 1))
})

test('every file that is named is there, and every row names a test or says why not', () => {
  for (const [row, , where = '', proof = ''] of rows) {
    const named = [...`${where} ${proof}`.matchAll(/`((?:app|components|lib|scripts|tests)(?:\/[^`]*)?)`/g)]
    for (const [, path = ''] of named) expect(existsSync(path), `${row}: ${path}`).toBe(true)
    expect(proof, row).toMatch(/`tests\/[^`]+`|^ (Not yet|None)/)
  }
})
