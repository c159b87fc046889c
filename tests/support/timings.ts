/** Where the time of a run went: the seconds of each file of tests, as the runners report them. */
import { relative } from 'node:path'
import { readPlaywright, readVitest } from './reports'

export type FileTime = { file: string; seconds: number }

/** The files of a Vitest run; none if the report cannot be read. */
export function vitestTimes(report: unknown, folder: string): FileTime[] {
  const files = readVitest(report)?.testResults ?? []
  return files.map(({ name, startTime, endTime }) => ({
    file: relative(folder, name),
    seconds: (endTime - startTime) / 1000,
  }))
}

/** The files of a Playwright run, with what their tests waited for; none if the report cannot be read. */
export function playwrightTimes(report: unknown): FileTime[] {
  const secondsOf = new Map<string, number>()
  for (const { file, tests } of readPlaywright(report)?.specs ?? []) {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    secondsOf.set(file, (secondsOf.get(file) ?? 0) + ms / 1000)
  }
  return [...secondsOf].map(([file, seconds]) => ({ file, seconds }))
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
