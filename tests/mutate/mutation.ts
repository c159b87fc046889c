/** Rules that are broken, by the rows of the documents that have them, and the tests that notice it. */
import { readFileSync } from 'node:fs'
import { testFileOf, testsNamedIn } from '../support/test-files'
import { pages } from './pages'
import { rules } from './rules'

/**
 * By file: what the row or rows begin with (the start of a first cell, which one row of all documents has), what stands in the
 * file once, and what replaces it. Tests are named if not all run that the rows name: the quick ones, or those in a browser.
 */
export type Table = Readonly<
  Record<
    string,
    readonly (readonly [
      rows: string | readonly string[],
      find: string,
      replace: string,
      ...tests: string[],
    ])[]
  >
>

export type Mutation = {
  rows: readonly string[]
  file: string
  find: string
  replace: string
  /** As the rows name them: `folder/name`. */
  tests: readonly string[]
}

const documents = ['limits', 'asvs'] as const

type Row = { row: string; tests: string[] }

/** The rows of the documents' tables: the first cell, and the tests that the row names. */
export const allRows: readonly Row[] = documents.flatMap((document) =>
  readFileSync(`docs/${document}.md`, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!---)/.test(line))
    .map((line) => ({ row: line.split('|')[1]?.trim() ?? '', tests: testsNamedIn(line) })),
)

/** Whether a row begins so: `S1` isn't the beginning of `S16`. */
export const isRow = ({ row }: Row, start: string) =>
  row.startsWith(start) && !/^\d/.test(row.slice(start.length))

/** The mutation's tests that a row names: those of which one must fail. */
export function testsFor(start: string, tests: readonly string[]): string[] {
  const row = allRows.find((other) => isRow(other, start))
  return tests.filter((test) => row?.tests.includes(test))
}

/** All mutations. `tests/architecture/mutations.test.ts` keeps them true. */
export const mutations: readonly Mutation[] = [pages, rules].flatMap((table) =>
  Object.entries(table).flatMap(([file, lines]) =>
    lines.map(([row, find, replace, ...named]) => {
      const rows = [row].flat()
      const tests = named.length > 0 ? named : [...new Set(rows.flatMap(testsOf))]
      return { rows, file, find, replace, tests }
    }),
  ),
)

/** The quick tests that a row names; if it has none, those that need a browser. */
function testsOf(start: string): string[] {
  const named = allRows.find((row) => isRow(row, start))?.tests.filter((test) => testFileOf(test)) ?? []
  const quick = named.filter((test) => !needsBrowser(test))
  return quick.length > 0 ? quick : named
}

/** Whether the test needs a browser, and with it a build. */
export function needsBrowser(test: string): boolean {
  return testFileOf(test)?.endsWith('.spec.ts') ?? false
}
