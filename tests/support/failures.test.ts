import { expect, test } from 'vitest'
import { playwrightFailures, vitestFailures } from './failures'

test('of Vitest each test that failed has a line with its reason, and so has a file that was not loaded', () => {
  const report = {
    testResults: [
      {
        name: '/project/tests/a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed' },
          {
            fullName: 'subtracts',
            status: 'failed',
            failureMessages: [
              'Error: 1 is not 2\n\n- Expected\n+ Received\n\n  [\n-   2,\n+   1,\n  ]\n    at a.test.ts',
            ],
          },
        ],
      },
      { name: '/project/tests/b.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
    ],
  }
  expect(vitestFailures(report, '/project/tests')).toEqual([
    'a.test.ts › subtracts › Error: 1 is not 2 › - Expected › + Received › -   2, › +   1,',
    'b.test.ts › not loaded › No such module',
  ])
})

test('of Playwright too, without the colours of a terminal, and so has an error outside all tests', () => {
  const failed = {
    projectName: 'site',
    status: 'unexpected',
    results: [{ duration: 1, error: { message: '\u001b[31mIt hangs\u001b[39m' } }],
  }
  const passed = { projectName: 'site', status: 'expected', results: [{ duration: 1 }] }
  const specs = [
    { title: 'opens', file: 'a.spec.ts', tests: [failed] },
    { title: 'closes', file: 'a.spec.ts', tests: [passed] },
  ]
  expect(
    playwrightFailures({ suites: [{ specs: [], suites: [{ specs }] }], errors: [{ message: 'Gone' }] }),
  ).toEqual(['[site] a.spec.ts › opens › It hangs', 'outside all tests › Gone'])
})

test('a report that is not there has no lines', () => {
  expect([...vitestFailures(null, '/'), ...playwrightFailures(null)]).toEqual([])
})
