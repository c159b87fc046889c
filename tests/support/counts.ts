/** What a run of tests amounts to. What did not run has not passed. */
import * as v from 'valibot'

export type Count = { passed: number; failed: number; skipped: number }

/** How a runner ended: its report, null if it wrote none, and its exit code, null if it was stopped. */
export type Ending = { report: unknown; exitCode: number | null }

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
})

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
})

/** The tests of a Vitest run. A file that could not be loaded counts as one that failed. */
export function countVitest(ending: Ending): Count {
  const report = v.safeParse(vitestReport, ending.report)
  if (!report.success) return nothingRan
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report.output
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failed = numFailedTests + unloaded.length
  return honest({ passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }, ending)
}

/** The tests of a Playwright run. An error outside all tests counts as one that failed. */
export function countPlaywright(ending: Ending): Count {
  const report = v.safeParse(playwrightReport, ending.report)
  if (!report.success) return nothingRan
  const { stats, errors } = report.output
  const failed = stats.unexpected + stats.flaky + errors.length
  return honest({ passed: stats.expected, failed, skipped: stats.skipped }, ending)
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
