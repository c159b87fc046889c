import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rowOrder } from '../architecture/rules/rows'

const columns = ['components', 'lib', 'lib/browser', 'lib/server'] as const

/** The rows that the map's table gives a column: a dot, or the names of those that share a line. */
function rowsInMap(column: number): string[] {
  const lines = readFileSync('docs/map.md', 'utf8').split('\n')
  const start = lines.indexOf('| row | what it is | components | lib | lib/browser | lib/server |')
  const end = lines.indexOf('', start)
  return lines.slice(start + 2, end).flatMap((line) => {
    const [names = '', , ...marks] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    const mark = marks[column] ?? ''
    return [...(mark === '•' ? names : mark).matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)
  })
}

test.each(columns)('the map gives %s the rows that its floors have', (column) => {
  expect(rowsInMap(columns.indexOf(column)).sort()).toEqual([...rowOrder[column].flat()].sort())
})
