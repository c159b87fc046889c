/** The list of what we use that nobody promises (docs/decisions/dependencies.md). */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isTestFile, testsNamedIn } from '../support/test-files'

const [, section = ''] = readFileSync('docs/decisions/dependencies.md', 'utf8').split(
  '## What we use that nobody promises\n',
)
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what |'))
  .map((line) => {
    const [, what = '', , where = '', proof = ''] = line.split('|').map((cell) => cell.trim())
    return { what, files: [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file), proof }
  })

test('each row names its files, and the tests that notice', () => {
  expect(rows.length).toBeGreaterThan(20)
  for (const { what, files, proof } of rows) {
    expect(files.length > 0 && files.every(existsSync), what).toBe(true)
    expect(testsNamedIn(proof).length > 0 && testsNamedIn(proof).every(isTestFile), what).toBe(true)
  }
})

test('what is imported from the inside of Next, or patched, stands in it', () => {
  const patched = readFileSync('tests/architecture/rules/patches.ts', 'utf8').matchAll(/^ {2}'([^']+)': \//gm)
  const files = rows.flatMap((row) => row.files)
  for (const [, file = ''] of patched)
    if (file !== 'lib/browser/consent/analytics.ts') expect(files).toContain(file)
})
