import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTree } from '../architecture/trees'
import { isTestFile, testsNamedIn } from '../support/test-files'

/** The rows of the specification are numbered from 1 to this. */
const rowCount = 165

const lines = readFileSync('docs/spec-coverage.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| S'))

/** What is missing in a line of the table, which states what its state asks for. */
function lacksOf(line: string): string[] {
  const [, words = '', state = '', where = '', proof = '', ...others] = cellsOf(line)
  const tests = testsNamedIn(proof)
  const files = [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  const lacks: [lack: string, isLacking: boolean][] = [
    ['its five cells', others.length > 0 || words === '' || proof === ''],
    ['a state', !states.includes(state)],
    ['files that are there', !files.every(isProductFile)],
    ['tests that are there', !tests.every(isTestFile)],
    ['a file', files.length === 0 && state !== 'not yet'],
    ['a test', tests.length === 0 && (state === 'works' || state === 'the SDK’s')],
    ['a reason', !hasReason(proof) && (state === 'departed' || state === 'not yet')],
  ]
  return lacks.filter(([, isLacking]) => isLacking).map(([lack]) => lack)
}

const states = ['works', 'the SDK’s', 'departed', 'not yet']

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** A sentence, besides the names of tests. */
function hasReason(proof: string): boolean {
  return proof.replace(/`[^`]*`/g, '').trim().length > 20
}

function isProductFile(path: string): boolean {
  return /^(app|components|lib|scripts)(\/|$)/.test(path) && existsSync(path)
}

function numbersOf(line: string): number[] {
  const [first = 0, last = first] = (cellsOf(line)[0]?.match(/\d+/g) ?? []).map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

test('every row of the specification stands there once', () => {
  expect(lines.flatMap(numbersOf)).toEqual(Array.from({ length: rowCount }, (_, index) => index + 1))
})

test('every row has what its state asks for', () => {
  const lacks = lines.flatMap((line) => lacksOf(line).map((lack) => `${cellsOf(line)[0]}: ${lack}`))
  expect(lacks).toEqual([])
})

test('comments cite the specification by rows that are there', () => {
  const wrong = ['app', 'components', 'lib', 'scripts', 'tests']
    .flatMap((folder) => readTree('.', folder))
    .flatMap(({ path, source }) =>
      [...source.matchAll(/\bspec(?:ification)?[ ,']+(?:section|row)|\bS(\d+)\b/g)]
        .filter(([, row]) => row === undefined || Number(row) > rowCount)
        .map(([text]) => `${path}: ${text}`),
    )
  expect(wrong).toEqual([])
})
