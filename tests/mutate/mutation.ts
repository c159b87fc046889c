/** A broken rule for rows of the documents, and the tests that each row says notice it. */
import { readFileSync } from 'node:fs'
import { testFileOf, testsNamedIn } from '../support/test-files'

export type Mutation = {
  /** What each row begins with: the start of its first cell, which one row of all documents has. */
  rows: readonly string[]
  file: string
  /** Stands in the file once. */
  find: string
  replace: string
  /** As the rows name them: `folder/name`. */
  tests: readonly string[]
}

/** A line of a table: the row or rows, the file, what stands there, what replaces it, and the tests. */
export type Line = readonly [
  rows: string | readonly string[],
  file: string,
  find: string,
  replace: string,
  ...tests: string[],
]

export function mutationsOf(lines: readonly Line[]): Mutation[] {
  return lines.map(([rows, file, find, replace, ...tests]) => ({
    rows: [rows].flat(),
    file,
    find,
    replace,
    tests,
  }))
}

export const documents = ['limits', 'asvs', 'spec-coverage'] as const

type Row = { document: (typeof documents)[number]; row: string; tests: string[] }

/** The rows of the documents' tables: the first cell, and the tests that the row names. */
export const allRows: readonly Row[] = documents.flatMap((document) =>
  readFileSync(`docs/${document}.md`, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!---)/.test(line))
    .map((line) => ({ document, row: line.split('|')[1]?.trim() ?? '', tests: testsNamedIn(line) })),
)

/** Whether a row begins so: `S1` isn't the beginning of `S16`. */
export const isRow = ({ row }: Row, start: string) =>
  row.startsWith(start) && !/^\d/.test(row.slice(start.length))

/** The mutation's tests that a row names: those of which one must fail. */
export function testsFor(start: string, tests: readonly string[]): string[] {
  const row = allRows.find((other) => isRow(other, start))
  return tests.filter((test) => row?.tests.includes(test))
}

/** Whether the test needs a browser, and with it a build. */
export const needsBrowser = (test: string) => testFileOf(test)?.endsWith('.spec.ts') ?? false
