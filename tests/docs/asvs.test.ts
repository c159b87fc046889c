import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTree } from '../architecture/trees'
import { isTestFile, testsNamedIn } from '../support/test-files'

const pages = ['SECURITY.md', 'docs/asvs.md', 'docs/limits.md']
  .map((page) => readFileSync(page, 'utf8'))
  .join('\n')
const rows = readFileSync('docs/asvs.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))

/** How many clauses each section of OWASP ASVS 5.0 has, in the chapters that docs/asvs.md answers whole. */
const clauseCounts = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 8,
  '6.4': 6,
  '6.5': 8,
  '6.6': 4,
  '6.7': 2,
  '6.8': 4,
  '8.1': 4,
  '8.2': 4,
  '8.3': 3,
  '8.4': 2,
  '14.1': 2,
  '14.2': 8,
  '14.3': 3,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 4,
}

/** The clauses of `6.2.1`, `6.2.2, 6.2.3` or `6.5.1 to 6.5.8`. */
function clausesIn(cell: string): string[] {
  return cell.split(',').flatMap((part) => {
    const [first = '', last = first] = part.trim().split(' to ')
    const section = first.replace(/\.\d+$/, '')
    const [from = 0, to = 0] = [first, last].map((clause) => Number(clause.split('.')[2]))
    return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`)
  })
}

test.each(Object.entries(clauseCounts))('each clause of ASVS %s is answered once', (section, count) => {
  const answered = rows.flatMap((row) => clausesIn(row.split('|')[1] ?? ''))
  const ofSection = answered.filter((clause) => clause.startsWith(`${section}.`))
  const numbers = ofSection.map((clause) => Number(clause.split('.')[2])).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 1))
})

test('only tests that are there are named', () => {
  const named = testsNamedIn(pages)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !isTestFile(name))).toEqual([])
})

/** What a page quotes of a test's title behind its name, with … for what it leaves out. */
function quotationsIn(text: string): string[] {
  return [...text.matchAll(/`[\w-]+(?:\/[\w-]+)?`: ([^;|`]+)/g)]
    .flatMap(([, words = '']) => words.replace(/\. .*/s, '').split('…'))
    .map((part) => part.replace(/^[\s,]+|[\s.,]+$/g, ''))
    .filter((part) => part.length > 5)
}

test('what is quoted of a test stands in the tests', () => {
  const sources = readTree('.', 'tests')
    .map(({ source }) => source)
    .join('\n')
  const quotations = quotationsIn(pages)
  expect(quotations.length).toBeGreaterThan(30)
  expect(quotations.filter((words) => !sources.includes(words))).toEqual([])
})
