/** One broken rule for a row of the documents, and the tests that the row says notice it. */
import { readFileSync } from 'node:fs'
import { testFileOf, testsNamedIn } from '../support/test-files'

export type Page = 'limits' | 'asvs' | 'spec-coverage'

export type Mutation = {
  page: Page
  /** What the row begins with: the start of its first cell. */
  row: string
  file: string
  /** Stands in the file once. */
  find: string
  replace: string
  /** As the row names them: `folder/name`. */
  tests: readonly string[]
}

/** A line of a table: the row, the file, what stands there, what replaces it, and the tests. */
export type Line = readonly [row: string, file: string, find: string, replace: string, ...tests: string[]]

export function mutationsOf(page: Page, lines: readonly Line[]): Mutation[] {
  return lines.map(([row, file, find, replace, ...tests]) => ({ page, row, file, find, replace, tests }))
}

/** The rows of a page's tables: the first cell, and the tests that the row names. */
export function rowsOf(page: Page): { row: string; tests: string[] }[] {
  return readFileSync(`docs/${page}.md`, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!---)/.test(line))
    .map((line) => ({ row: line.split('|')[1]?.trim() ?? '', tests: testsNamedIn(line) }))
}

/** Whether a row begins so: `S1` isn't the beginning of `S16`. */
export const isRow = (row: string, start: string) =>
  row.startsWith(start) && !/^\d/.test(row.slice(start.length))

/** Whether the test needs a browser, and with it a build. */
export const needsBrowser = (test: string) => testFileOf(test)?.endsWith('.spec.ts') ?? false
