import { describe, expect, test } from 'vitest'
import { countPlaywright, countProject, countVitest, sumOf } from './counts'

const loaded = { status: 'passed', assertionResults: [{}] }
const unloaded = { status: 'failed', assertionResults: [] }

function vitest(numbers: object, testResults: object[] = [loaded]) {
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
  return { ...none, ...numbers, testResults }
}

function playwright(stats: object, errors: object[] = []) {
  return { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors }
}

describe('what Vitest ran', () => {
  test.each([
    ['all passed', vitest({ numPassedTests: 3 }), 0, { passed: 3, failed: 0 }],
    ['one failed', vitest({ numPassedTests: 2, numFailedTests: 1 }), 1, { passed: 2, failed: 1 }],
    [
      'a file could not be loaded',
      vitest({ numPassedTests: 2 }, [loaded, unloaded]),
      1,
      { passed: 2, failed: 1 },
    ],
    ['an error outside all tests', vitest({ numPassedTests: 2 }), 1, { passed: 2, failed: 1 }],
    ['no test at all', vitest({}, []), 0, { passed: 0, failed: 1 }],
    ['only skipped tests', vitest({ numPendingTests: 4 }), 0, { passed: 0, failed: 1 }],
    ['it was stopped', vitest({ numPassedTests: 2 }), null, { passed: 2, failed: 1 }],
    ['no report', null, 0, { passed: 0, failed: 1 }],
    ['a report of another kind', { tests: 3 }, 0, { passed: 0, failed: 1 }],
  ])('%s', (_, report, exitCode, count) => {
    expect(countVitest({ report, exitCode })).toMatchObject(count)
  })
})

describe('what Playwright ran', () => {
  test.each([
    ['all passed', playwright({ expected: 3 }), 0, { passed: 3, failed: 0, skipped: 0 }],
    ['one failed', playwright({ expected: 2, unexpected: 1 }), 1, { passed: 2, failed: 1 }],
    ['one passed only now and then', playwright({ expected: 2, flaky: 1 }), 0, { passed: 2, failed: 1 }],
    ['an error outside all tests', playwright({ expected: 2 }, [{}]), 1, { passed: 2, failed: 1 }],
    [
      'skipped ones are not passed',
      playwright({ expected: 2, skipped: 5 }),
      0,
      { passed: 2, failed: 0, skipped: 5 },
    ],
    ['no test at all', playwright({}), 0, { passed: 0, failed: 1 }],
    ['no report', null, 1, { passed: 0, failed: 1 }],
  ])('%s', (_, report, exitCode, count) => {
    expect(countPlaywright({ report, exitCode })).toMatchObject(count)
  })
})

test('the tests of one project are told apart from those of the others', () => {
  const inProject = (projectName: string, status: string) => ({ projectName, status, results: [] })
  const specs = [
    { file: 'a.spec.ts', tests: [inProject('firefox', 'expected'), inProject('webkit', 'unexpected')] },
    { file: 'b.spec.ts', tests: [inProject('firefox', 'unexpected'), inProject('site', 'skipped')] },
  ]
  const report = { suites: [{ specs }] }
  expect(countProject(report, 'firefox')).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(countProject(report, 'webkit')).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countProject(null, 'firefox')).toEqual({ passed: 0, failed: 0, skipped: 0 })
})

test('the sum of a run is the sum of its stages', () => {
  const stages = [
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 20, failed: 2, skipped: 3 },
  ]
  expect(sumOf(stages)).toEqual({ passed: 21, failed: 2, skipped: 3 })
})
