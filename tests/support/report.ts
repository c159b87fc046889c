/** What became of a run's tests, as the reports of both runners have it. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

export type TestResult = {
  project: string
  file: string
  title: string
  status: 'passed' | 'failed' | 'skipped'
  durationMs: number
  /** The first error; empty if there is none. */
  message: string
}

/** The tests of a Vitest run; a file that couldn't be loaded is one that failed. */
export function vitestResults(report: JsonTestResults | null, folder: string): TestResult[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const from = { project: '', file: relative(folder, name) }
    if (status === 'failed' && assertionResults.length === 0)
      return [{ ...from, title: 'not loaded', status, durationMs: 0, message }]
    return assertionResults.map((test) => ({
      ...from,
      title: test.fullName,
      status: test.status === 'passed' || test.status === 'failed' ? test.status : ('skipped' as const),
      durationMs: test.duration ?? 0,
      message: test.failureMessages?.[0] ?? '',
    }))
  })
}

/** The tests of a Playwright run; an error outside all tests is one that failed. */
export function playwrightResults(report: JSONReport | null): TestResult[] {
  const tests = (report?.suites ?? []).flatMap(specsIn).flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      project: projectName,
      file,
      title,
      status: statuses[status],
      durationMs: results.reduce((sum, { duration }) => sum + duration, 0),
      message: results.find(({ error }) => error)?.error?.message ?? '',
    })),
  )
  const outside = (report?.errors ?? []).map(({ message = '' }) => ({
    ...{ project: '', file: 'outside all tests', title: '', durationMs: 0, message },
    status: 'failed' as const,
  }))
  return [...tests, ...outside]
}

const statuses = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const

function specsIn({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] {
  return [...specs, ...suites.flatMap(specsIn)]
}

export type Count = { passed: number; failed: number; skipped: number }

export function countOf(results: readonly TestResult[]): Count {
  const having = (status: TestResult['status']) => results.filter((result) => result.status === status).length
  return { passed: having('passed'), failed: having('failed'), skipped: having('skipped') }
}

/** The count of a whole run: one that tested nothing has failed, and so has one that ended badly though no test says why. */
export function judgeRun(results: readonly TestResult[], exitCode: number | null): Count {
  const count = countOf(results)
  const isSuspect = exitCode !== 0 || count.passed === 0
  return count.failed === 0 && isSuspect ? { ...count, failed: 1 } : count
}

/** A line for each test that failed: why, and what differed. */
export function describeFailures(results: readonly TestResult[]): string[] {
  return results
    .filter(({ status }) => status === 'failed')
    .map(({ project, file, title, message }) => {
      const [reason = '', ...more] = stripVTControlCharacters(message).trim().split('\n')
      const differing = more
        .map((line) => line.trim())
        .filter((line) => /^(Expected|Received|[-+]) /.test(line))
      const parts = [project && `[${project}]`, file, title, reason, ...differing]
      return parts.filter(Boolean).join(' › ').slice(0, 600)
    })
}

/** A line for each of the slowest files, slowest first: the seconds of its tests. */
export function describeSlowest(results: readonly TestResult[], count: number): string[] {
  const msOf = new Map<string, number>()
  for (const { file, durationMs } of results) msOf.set(file, (msOf.get(file) ?? 0) + durationMs)
  return [...msOf]
    .sort(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
}

/** Such as `9 min 05 s`. */
export function describeTime(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}
