/** The reports of both runners, as far as a run says what became of it. */
import * as v from 'valibot'

const vitestReport = v.object({
  numPassedTests: v.optional(v.number(), 0),
  numFailedTests: v.optional(v.number(), 0),
  numPendingTests: v.optional(v.number(), 0),
  numTodoTests: v.optional(v.number(), 0),
  testResults: v.array(
    v.object({
      name: v.optional(v.string(), ''),
      status: v.optional(v.string(), ''),
      message: v.optional(v.string(), ''),
      startTime: v.optional(v.number(), 0),
      endTime: v.optional(v.number(), 0),
      assertionResults: v.optional(
        v.array(
          v.object({
            fullName: v.optional(v.string(), ''),
            status: v.optional(v.string(), ''),
            failureMessages: v.optional(v.nullable(v.array(v.string())), []),
          }),
        ),
        [],
      ),
    }),
  ),
})

export type VitestReport = v.InferOutput<typeof vitestReport>

/** A report of Vitest's; null if it can't be read as one. */
export function readVitest(report: unknown): VitestReport | null {
  const read = v.safeParse(vitestReport, report)
  return read.success ? read.output : null
}

const error = v.object({ message: v.optional(v.string(), '') })

const spec = v.object({
  title: v.optional(v.string(), ''),
  file: v.string(),
  tests: v.array(
    v.object({
      projectName: v.optional(v.string(), ''),
      status: v.optional(v.string(), ''),
      results: v.array(v.object({ duration: v.number(), error: v.optional(error) })),
    }),
  ),
})

export type Spec = v.InferOutput<typeof spec>

type Suite = { specs: Spec[]; suites?: Suite[] | undefined }

const suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.array(spec),
  suites: v.optional(v.array(v.lazy(() => suite))),
})

const playwrightReport = v.object({
  stats: v.optional(
    v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  ),
  errors: v.optional(v.array(error), []),
  suites: v.optional(v.array(suite), []),
})

export type PlaywrightReport = Omit<v.InferOutput<typeof playwrightReport>, 'suites'> & { specs: Spec[] }

/** A report of Playwright's, its tests in one row; null if it can't be read as one. */
export function readPlaywright(report: unknown): PlaywrightReport | null {
  const read = v.safeParse(playwrightReport, report)
  if (!read.success) return null
  const { suites, ...rest } = read.output
  return { ...rest, specs: suites.flatMap(specsIn) }
}

function specsIn({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsIn)]
}
