/** What a run of tests amounts to. What did not run has not passed. */
import { readPlaywright, readVitest } from './reports'

export type Count = { passed: number; failed: number; skipped: number }

/** How a runner ended: its report, null if it wrote none, and its exit code, null if it was stopped. */
export type Ending = { report: unknown; exitCode: number | null }

/** The tests of a Vitest run. A file that could not be loaded counts as one that failed. */
export function countVitest(ending: Ending): Count {
  const report = readVitest(ending.report)
  if (!report) return nothingRan
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failed = numFailedTests + unloaded.length
  return honest({ passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }, ending)
}

/** The tests of a Playwright run. An error outside all tests counts as one that failed. */
export function countPlaywright(ending: Ending): Count {
  const { stats, errors = [] } = readPlaywright(ending.report) ?? {}
  if (!stats) return nothingRan
  const failed = stats.unexpected + stats.flaky + errors.length
  return honest({ passed: stats.expected, failed, skipped: stats.skipped }, ending)
}

/** The tests of one project of a Playwright run; none if the report can't be read. */
export function countProject(report: unknown, project: string): Count {
  const specs = readPlaywright(report)?.specs ?? []
  const statuses = specs
    .flatMap(({ tests }) => tests)
    .filter(({ projectName }) => projectName === project)
    .map(({ status }) => status)
  const having = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length
  return { passed: having('expected'), failed: having('unexpected', 'flaky'), skipped: having('skipped') }
}

/** The sum of several counts. */
export function sumOf(counts: readonly Count[]): Count {
  return counts.reduce((sum, { passed, failed, skipped }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: sum.skipped + skipped,
  }))
}

const nothingRan: Count = { passed: 0, failed: 1, skipped: 0 }

/** A run that tested nothing has failed, and so has one that ended badly though no test says why. */
function honest(count: Count, { exitCode }: Ending): Count {
  const isSuspect = exitCode !== 0 || count.passed === 0
  return count.failed === 0 && isSuspect ? { ...count, failed: 1 } : count
}
