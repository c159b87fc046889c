/** A run that tested nothing, or failed in a way that no test shows, must not count as passed. */
import type { JSONReport } from '@playwright/test/reporter'
import { expect, test } from 'vitest'
import type { JsonTestResults } from 'vitest/node'
import { judgeRun, playwrightResults, vitestResults } from './report'

function ofVitest(...statuses: string[]) {
  const assertionResults = statuses.map((status) => ({ fullName: status, status }))
  const file = { name: '/tests/a.test.ts', status: 'passed', message: '', assertionResults }
  const unloaded = { ...file, status: 'failed', assertionResults: [] }
  const testResults = statuses.includes('unloaded') ? [unloaded] : [file]
  return vitestResults({ testResults } as unknown as JsonTestResults, '/tests')
}

function ofPlaywright(statuses: string[], errors: object[] = []) {
  const tests = statuses.map((status) => ({ projectName: 'site', status, results: [] }))
  const suites = [{ specs: [], suites: [{ specs: [{ file: 'a.spec.ts', title: '', tests }] }] }]
  return playwrightResults({ suites, errors } as unknown as JSONReport)
}

test.each([
  ['Vitest: all passed', ofVitest('passed', 'passed'), 0, [2, 0]],
  ['Vitest: one failed', ofVitest('passed', 'failed'), 1, [1, 1]],
  ['Vitest: a file could not be loaded', ofVitest('unloaded'), 1, [0, 1]],
  ['Vitest: an error outside all tests', ofVitest('passed'), 1, [1, 1]],
  ['Vitest: only skipped tests', ofVitest('pending', 'todo'), 0, [0, 1]],
  ['it was stopped', ofVitest('passed'), null, [1, 1]],
  ['Playwright: all passed', ofPlaywright(['expected', 'skipped']), 0, [1, 0]],
  ['Playwright: one failed, one passed only sometimes', ofPlaywright(['unexpected', 'flaky']), 1, [0, 2]],
  ['Playwright: an error outside all tests', ofPlaywright(['expected'], [{}]), 1, [1, 1]],
  ['no report', [...vitestResults(null, '/'), ...playwrightResults(null)], 0, [0, 1]],
] as const)('%s', (_, results, exitCode, [passed, failed]) => {
  expect(judgeRun(results, exitCode)).toMatchObject({ passed, failed })
})
