/** Rules that are broken, by the rows of the documents that have them, and the tests that notice it. */
import { readFileSync } from 'node:fs'
import { testFileOf, testsNamedIn } from '../support/test-files'
import { rules } from './rules'

/**
 * By file: what the row or rows begin with (the start of a first cell, which one row of all documents has), what stands in the
 * file once, and what replaces it.
 */
export type Table = Readonly<
  Record<string, readonly (readonly [rows: string | readonly string[], find: string, replace: string])[]>
>

export type Mutation = {
  rows: readonly string[]
  file: string
  find: string
  replace: string
  /** As the rows name them, `folder/name`: those that need neither a browser nor a build. */
  tests: readonly string[]
}

type Row = { row: string; tests: string[] }

/** The rows of the documents' tables: the first cell, and the tests without a browser that the row names. */
export const allRows: readonly Row[] = ['docs/limits.md', 'docs/asvs.md'].flatMap((document) =>
  readFileSync(document, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!---)/.test(line))
    .map((line) => ({
      row: line.split('|')[1]?.trim() ?? '',
      tests: testsNamedIn(line).filter((test) => testFileOf(test)?.endsWith('.test.ts')),
    })),
)

/** Whether a row begins so: `6.3.1` isn't the beginning of `6.3.10`. */
export const isRow = ({ row }: Row, start: string) =>
  row.startsWith(start) && !/^\d/.test(row.slice(start.length))

/** The tests of a row. */
export const testsOf = (start: string) => allRows.find((row) => isRow(row, start))?.tests ?? []

/** All mutations. `tests/architecture/mutations.test.ts` keeps them true. */
export const mutations: readonly Mutation[] = Object.entries(rules).flatMap(([file, lines]) =>
  lines.map(([row, find, replace]) => {
    const rows = [row].flat()
    return { rows, file, find, replace, tests: [...new Set(rows.flatMap(testsOf))] }
  }),
)
