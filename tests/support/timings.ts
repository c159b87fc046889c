/** Where the time of a run went: the seconds of each file of tests, as the runners report them. */
import { relative } from 'node:path'
import * as v from 'valibot'

export type FileTime = { file: string; seconds: number }

const vitestReport = v.object({
  testResults: v.array(v.object({ name: v.string(), startTime: v.number(), endTime: v.number() })),
})

type Suite = {
  specs: { file: string; tests: { results: { duration: number }[] }[] }[]
  suites?: Suite[] | undefined
}

const suite: v.GenericSchema<Suite> = v.object({
  specs: v.array(
    v.object({
      file: v.string(),
      tests: v.array(v.object({ results: v.array(v.object({ duration: v.number() })) })),
    }),
  ),
  suites: v.optional(v.array(v.lazy(() => suite))),
})

const playwrightReport = v.object({ suites: v.array(suite) })

/** The files of a Vitest run; none if the report cannot be read. */
export function vitestTimes(report: unknown, folder: string): FileTime[] {
  const read = v.safeParse(vitestReport, report)
  if (!read.success) return []
  return read.output.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(folder, name),
    seconds: (endTime - startTime) / 1000,
  }))
}

/** The files of a Playwright run, with what their tests waited for; none if the report cannot be read. */
export function playwrightTimes(report: unknown): FileTime[] {
  const read = v.safeParse(playwrightReport, report)
  if (!read.success) return []
  const secondsOf = new Map<string, number>()
  for (const { file, tests } of read.output.suites.flatMap(specsIn)) {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    secondsOf.set(file, (secondsOf.get(file) ?? 0) + ms / 1000)
  }
  return [...secondsOf].map(([file, seconds]) => ({ file, seconds }))
}

function specsIn({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsIn)]
}

/** A line for each of the slowest, slowest first. */
export function describeSlowest(times: readonly FileTime[], count: number): string[] {
  return [...times]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

/** Such as `9 min 05 s`. */
export function describeTime(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}
